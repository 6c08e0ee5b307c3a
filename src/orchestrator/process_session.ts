/** One process in a run: its entities, its releases, and their results. */
import { OrreryError } from '../errors/index.js';
import type { Entity, Waitable } from '../graph/index.js';
import { type GuestRound, OpenCallback } from '../guests/index.js';
import { DelayedAction } from '../kernel/index.js';
import type { ExecutionTimes } from '../models/index.js';
import type { Simulation } from '../simulation/index.js';
import type { CallbackEnds } from './callback_ends.js';
import { ProcessClock } from './process_clock.js';
import { ProcessEntities } from './process_entities.js';
import { ProcessExecutor } from './process_executor.js';
import type { ThreadLink } from './thread_link.js';
import {
  type CallbackEnd,
  MEANS,
  type Means,
  type ProcessEnd,
  type ProcessInput,
  type ThreadAnswer,
} from './thread_protocol.js';
import { whyEnded } from './why_ended.js';

export interface SessionOptions {
  readonly simulation: Simulation;
  readonly link: ThreadLink;
  readonly process: number;
  readonly name: string;
  readonly domain: number;
  readonly round: GuestRound;
  readonly times: ExecutionTimes | undefined;
  /** ns between two readings of its clock. */
  readonly clockPeriod: number;
  /** How the ends of its callbacks are recognised. */
  readonly ends: CallbackEnds;
  warn(text: string): void;
  /** Called with a description of something that the order of the run does not determine. */
  strayed(what: string): void;
  /** Whether callbacks of a node are known to wait for the responses of this service. */
  waits(node: string, service: string): boolean;
  over(end: ProcessEnd, error: OrreryError | undefined): void;
}

export class ProcessSession {
  readonly entities: ProcessEntities;
  readonly executor: ProcessExecutor;
  /**
   * The weakest means by which the end of a callback was recognised; before the first callback, the
   * means at its start.
   */
  means: Means = 'quiet';
  #answers = 0;
  readonly #options: SessionOptions;
  #clock: ProcessClock | undefined;
  /** A callback that has sent a request and may wait for the response. */
  #asking: OpenCallback | undefined;
  /** The last request, and the number of requests. */
  #asked: Entity | undefined;
  #questions = 0;
  readonly #open = new Set<OpenCallback>();
  /** ns; what its clock read last. */
  #ticked: bigint | undefined;
  #isOver = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { simulation, name, round } = options;
    const frozenUntil = () => this.entities.frozenUntil;
    const runner = {
      label: `the program ${name}`,
      tick: () => this.#tick(),
      get frozenUntil() {
        return frozenUntil();
      },
    };
    this.executor = new ProcessExecutor(simulation.kernel, runner, round);
    const { domain, warn } = options;
    const release = (entity: Waitable, input: ProcessInput) => this.#release(entity, input);
    const host = { name, domain, warn, release };
    this.entities = new ProcessEntities(simulation, this.executor, host);
  }

  /** Handles its answer at the start. */
  started(answer: ThreadAnswer): void {
    this.#hear(answer, undefined);
    // At the start, its clock is set to the time of the run before anything else arrives.
    if (!this.#isOver && answer.usesClock && answer.state === 'idle') this.#tick();
    if (answer.usesClock) this.executor.startClock(this.#options.clockPeriod);
  }

  #tick(): boolean {
    const { simulation, name } = this.#options;
    const [first] = this.entities.nodes.values();
    if (this.#isOver || first === undefined) return false;
    const { graph } = simulation;
    this.#clock ??= new ProcessClock(first, name);
    graph.begin(this.#clock, 0, 0);
    graph.end(this.#clock, this.#release(this.#clock, { kind: 'clock' }));
    return true;
  }

  /** Releases the process for one event; its outputs are read now, or at the end of the round. */
  #release(entity: Waitable, input: ProcessInput): unknown {
    if (this.#isOver) return undefined;
    const { simulation, link, process, round, times } = this.#options;
    const { graph } = simulation;
    const isTimed = times !== undefined && input.kind !== 'clock' && input.kind !== 'response';
    const duration = isTimed ? Math.round(times.duration(entity)) : 0;
    const callback = new OpenCallback(entity, graph.cause, duration);
    this.#open.add(callback);
    if (duration > 0) graph.outbox = callback;
    const end = this.#endOf(entity, input);
    const tell = () => link.say({ kind: 'release', process, clock: graph.time, input, end });
    if (!round.open) {
      this.#hear(link.wait(tell()), callback);
    } else {
      const ticket = round.runsNow(this.executor) ? tell() : undefined;
      this.executor.set('busy');
      round.later(() => callback.resume(() => this.#hear(link.wait(ticket ?? tell()), callback)));
    }
    return this.#open.has(callback) ? callback.ended : undefined;
  }

  #endOf(entity: Waitable, input: ProcessInput): CallbackEnd | undefined {
    const { ends, simulation } = this.#options;
    if (input.kind === 'clock') {
      const from = this.#ticked;
      this.#ticked = simulation.graph.time;
      return ends.ofClock(this.entities.nodes.values(), from, this.#ticked);
    }
    if (input.kind === 'message' || input.kind === 'request') {
      return ends.ofInput(entity.node, input.kind, this.entities.nameOf(input.handle));
    }
    return this.#asking === undefined ? { wanted: 'strongest' } : undefined;
  }

  /** Handles the result of a release. */
  #hear(answer: ThreadAnswer, callback: OpenCallback | undefined): void {
    const { simulation, process, link } = this.#options;
    for (const endpoint of answer.declared) this.entities.declare(endpoint);
    this.#weigh(answer);
    this.question(answer);
    for (const output of answer.strays) this.entities.perform(output);
    const asked = this.#perform(answer);
    for (const handle of answer.gone) this.entities.gone(handle);
    if (answer.state === 'hung' || answer.state === 'ended') {
      this.#end(answer);
      return;
    }
    if (answer.state === 'blocked' && asked === 0) {
      // Nobody will answer: the process continues without a response, or hangs.
      const input = { kind: 'resume' } as const;
      const { time } = simulation.graph;
      this.#hear(
        link.wait(link.say({ kind: 'release', process, clock: time, input, end: undefined })),
        callback,
      );
      return;
    }
    if (answer.state === 'blocked') {
      if (this.#asking === undefined) this.#asking = callback;
      else if (callback !== this.#asking) this.#finish(callback);
      this.executor.set('asking');
      this.#settleLater();
      return;
    }
    this.#questions++;
    const outer = this.#asking;
    this.#asking = undefined;
    if (callback !== outer) this.#finish(callback);
    this.#finish(outer);
  }

  /**
   * The response may come at this instant; then it does not matter whether the callback waits for
   * it. Otherwise this must be known before time advances.
   */
  #settleLater(): void {
    const question = ++this.#questions;
    this.#options.simulation.kernel.atInstantEnd(() => {
      if (question === this.#questions && !this.#isOver) this.#settle();
    });
  }

  #settle(): void {
    const { link, process, simulation, name, waits, strayed } = this.#options;
    const { name: service = '', node } = this.#asked ?? {};
    if (node !== undefined && waits(node.fullName, service)) return;
    const input = { kind: 'settle' } as const;
    const { time } = simulation.graph;
    const answer = link.wait(
      link.say({ kind: 'release', process, clock: time, input, end: undefined }),
    );
    if (answer.state !== 'blocked' || answer.outputs.length > 0) {
      const asking = this.#asking;
      if (asking === undefined) this.#hear(answer, undefined);
      else asking.resume(() => this.#hear(answer, asking));
      return;
    }
    strayed(
      `a callback of ${name} has called ${service} and has not ended while its process slept, so Orrery takes it to block until the response; if it does, declare it in waits_inside`,
    );
  }

  /** Ends the callback: now, or when the virtual time that it takes has passed. */
  #finish(callback: OpenCallback | undefined): void {
    if (callback === undefined) return;
    const end = () => {
      // Outputs that it has not sent when it crashes are lost.
      if (this.#isOver) return;
      this.#open.delete(callback);
      callback.end();
      this.executor.set('idle');
    };
    if (callback.duration === 0) {
      end();
      return;
    }
    this.executor.set('busy');
    const { kernel } = this.#options.simulation;
    const action = new DelayedAction(end, () => `the end of ${callback.entity.label()}`);
    kernel.delays.push(kernel.now + callback.duration, action);
  }

  #weigh({ means }: ThreadAnswer): void {
    const isWeaker = MEANS.indexOf(means) > MEANS.indexOf(this.means);
    // The means at its start gives way to that of its first callback.
    if (isWeaker || this.#answers++ < 2) this.means = means;
  }

  /** Performs its outputs; a request that its callback waits for leaves at once. */
  #perform(answer: ThreadAnswer): number {
    const { graph } = this.#options.simulation;
    const { outbox } = graph;
    let asked = 0;
    for (const output of answer.outputs) {
      const isAwaited = output.kind === 'request' && answer.state === 'blocked';
      graph.outbox = isAwaited ? undefined : outbox;
      if (this.entities.perform(output) !== 'asked') continue;
      this.#asked = this.entities.of(output.handle);
      asked++;
    }
    graph.outbox = outbox;
    return asked;
  }

  #end(answer: ThreadAnswer): void {
    this.#isOver = true;
    this.executor.end();
    const { name, over } = this.#options;
    if (answer.state === 'hung') {
      const sentence = `The program ${name} has not finished ${answer.report ?? 'starting'}.`;
      over(
        { code: undefined, signal: undefined },
        new OrreryError('ORR_ORCHESTRATOR_HANG', sentence),
      );
      return;
    }
    const end = answer.end ?? { code: 0, signal: undefined };
    over(end, whyEnded(name, end, this.entities.nodes.size > 0));
  }

  /** Reports what the order of the run does not determine, such as messages sent outside of any callback. */
  question({ doubts, strays }: Pick<ThreadAnswer, 'doubts' | 'strays'>): void {
    const { name, strayed } = this.#options;
    for (const doubt of doubts) strayed(`${name} ${doubt}`);
    for (const { handle } of strays) {
      strayed(
        `${name} sends on ${this.entities.nameOf(handle)} outside of its callbacks, from a thread, a clock, or a group of callbacks that its parameter services say nothing about; for such a group, say in callback_ends what tells when its callbacks are over`,
      );
    }
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Marks the process as gone. */
  abandon(): void {
    this.#isOver = true;
    this.executor.end();
  }

  /** Removes its nodes from the graph. */
  remove(): void {
    this.abandon();
    this.entities.removeAll();
  }
}
