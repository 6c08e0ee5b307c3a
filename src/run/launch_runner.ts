import { OrreryError, printableLog } from '../errors/index.js';
import type { Simulation } from '../simulation/index.js';
import type { LaunchStep, StartStep } from '../system/index.js';
import { createOwnNode, LifecycleClient, type LifecycleTransition } from './lifecycle_client.js';
import type { Processes } from './processes.js';
import type { ProgramLoader } from './program_loader.js';
import type { RunEndings } from './run_endings.js';

/** The program that launch's own actions belong to. */
export const LAUNCH = 'launch';

/** Seconds of virtual time allowed for a lifecycle node's transition. */
const TRANSITION_TIMEOUT = 5;

type EventStep = Extract<LaunchStep, { kind: 'event' }>;

interface TransitionEvent {
  readonly start_state: { readonly label: string };
  readonly goal_state: { readonly label: string };
}

/** What a launch needs from its run. */
export interface LaunchRunnerOptions {
  readonly simulation: Simulation;
  readonly loader: ProgramLoader;
  readonly processes: Processes;
  readonly endings: RunEndings;
  readonly warn: (text: string) => void;
  /** Takes an error that does not end the run. */
  readonly report: (error: OrreryError) => void;
}

/**
 * Carries out the steps of a launch file: first those at the top level, later those of timers and event handlers.
 * Programs are loaded while the crank stands still, so a step that falls due while it turns requests a pause.
 */
export class LaunchRunner {
  readonly #run: LaunchRunnerOptions;
  readonly #queue: LaunchStep[] = [];
  readonly #respawns = new Map<string, number>();
  #node: Awaited<ReturnType<typeof createOwnNode>> | undefined;

  constructor(options: LaunchRunnerOptions) {
    this.#run = options;
  }

  /** Whether steps wait for {@link work}. */
  get waiting(): boolean {
    return this.#queue.length > 0;
  }

  /** Carries out the steps as soon as the crank stands still. */
  add(steps: readonly LaunchStep[]): void {
    this.#queue.push(...steps);
    this.#run.loader.prepare(steps.flatMap((step) => (step.kind === 'start' ? step.programs : [])));
    if (steps.length > 0 && this.#run.simulation.running) this.#run.simulation.pause();
  }

  /** Cancels the start of a process that has not been carried out yet. */
  drop(process: string): void {
    const starts = (step: LaunchStep) => step.kind === 'start' && step.process === process;
    const kept = this.#queue.filter((step) => !starts(step));
    this.#queue.splice(0, this.#queue.length, ...kept);
  }

  /** Restarts an ended process with fresh state. */
  restart(process: string): void {
    const programs = this.#run.loader.programsOf(process);
    const settings = { endsSystem: false, respawn: false, respawnDelayNs: 0 };
    this.add([
      { kind: 'start', process, programs, ...settings, respawnMaxRetries: -1, autostart: null },
    ]);
  }

  /** Carries out the waiting steps, in order. The crank must stand still. */
  async work(): Promise<void> {
    for (let step = this.#queue.shift(); step !== undefined; step = this.#queue.shift()) {
      await this.#do(step);
    }
  }

  async #do(step: LaunchStep): Promise<void> {
    const { simulation, endings } = this.#run;
    if (step.kind === 'start') return this.#start(step);
    simulation.graph.enterProgram(LAUNCH);
    switch (step.kind) {
      case 'timer':
        simulation.schedule(step.delayNs, () => this.add(step.steps));
        return;
      case 'shutdown':
        endings.finish({ end: 'shutdown', detail: step.reason });
        return;
      case 'log':
        log(step.level, step.message);
        return;
      case 'transition':
        await this.#request(step.target, [step.transition]);
        return;
      case 'event':
        await this.#watch(step);
    }
  }

  async #start(step: StartStep): Promise<void> {
    const { loader } = this.#run;
    if (step.endsSystem || step.respawn) this.#followExit(step);
    for (const program of step.programs) await loader.start(program);
    if (step.autostart !== null) await this.#request(step.autostart, ['configure', 'activate']);
  }

  #followExit(step: StartStep): void {
    const { simulation, processes, endings } = this.#run;
    // A respawned process already has its listener.
    if (this.#respawns.has(step.process)) return;
    this.#respawns.set(step.process, 0);
    processes.whenEnded(step.process, (code) => {
      const times = this.#respawns.get(step.process)!;
      const again = step.respawnMaxRetries < 0 || times < step.respawnMaxRetries;
      if (step.respawn && again) {
        this.#respawns.set(step.process, times + 1);
        simulation.graph.enterProgram(LAUNCH);
        simulation.schedule(step.respawnDelayNs, () => this.add([step]));
      } else if (step.endsSystem) {
        const detail = `${step.process} ended with exit code ${code}`;
        endings.finish({ end: 'exit', detail, exitCode: code });
      } else if (step.respawn && code !== 0) {
        const text = `The process "${step.process}" ended with exit code ${code} and is not started again: its respawns (respawn_max_retries: ${step.respawnMaxRetries}) are used up.`;
        this.#run.report(new OrreryError('ORR_PROCESS_DIED', text));
      }
    });
  }

  async #watch(step: EventStep): Promise<void> {
    let isDone = false;
    const react = (): void => {
      if (step.once && isDone) return;
      isDone = true;
      this.add(step.steps);
    };
    if (step.event === 'process_exit') {
      this.#run.processes.whenEnded(step.target.replace(/^\//, ''), react);
      return;
    }
    const node = await this.#launchNode();
    const topic = `${absolute(step.target)}/transition_event`;
    node.createSubscription(
      'lifecycle_msgs/msg/TransitionEvent',
      topic,
      ({ start_state: from, goal_state: to }: TransitionEvent) => {
        const fits = step.startState === null || step.startState === from.label;
        if (fits && (step.goalState === null || step.goalState === to.label)) react();
      },
    );
  }

  /** Requests transitions one after another, once the crank turns. */
  async #request(target: string, transitions: readonly LifecycleTransition[]): Promise<void> {
    const client = new LifecycleClient(await this.#launchNode(), absolute(target));
    this.#run.simulation.graph.enterProgram(LAUNCH);
    this.#run.simulation.immediate(() => this.#transitions(client, transitions));
  }

  async #transitions(
    client: LifecycleClient,
    transitions: readonly LifecycleTransition[],
  ): Promise<void> {
    await client.available(TRANSITION_TIMEOUT);
    for (const transition of transitions) {
      const result = await client.change(transition, TRANSITION_TIMEOUT);
      if (result === 'done') continue;
      const how =
        result === 'refused' ? 'was refused' : `has not returned for ${TRANSITION_TIMEOUT} s`;
      this.#run.warn(`The transition "${transition}" of ${client.target} ${how}.`);
      return;
    }
  }

  /** The node through which launch talks to lifecycle nodes; created on first use. */
  async #launchNode() {
    if (this.#node === undefined) {
      this.#run.processes.begin(LAUNCH, LAUNCH);
      this.#run.simulation.graph.enterProgram(LAUNCH);
      this.#node = await createOwnNode('launch_ros');
    }
    return this.#node;
  }
}

function absolute(name: string): string {
  return name.startsWith('/') ? name : `/${name}`;
}

function log(level: string, message: string): void {
  process.stderr.write(printableLog(`[${level.toUpperCase()}] [launch]: ${message}\n`));
}
