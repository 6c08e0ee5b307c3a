/** The processes of one run that are ordered over DDS. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OrreryError } from '../errors/index.js';
import { type LeakRecord, real } from '../guard/index.js';
import type { Guests } from '../guests/index.js';
import { matchesName, type WaitRule } from '../models/index.js';
import type { Simulation } from '../simulation/index.js';
import { checkFound, type ExpectedNode, refused } from './attached_nodes.js';
import type { CallbackEnds } from './callback_ends.js';
import { environmentOf } from './environment_of.js';
import { processDomains } from './process_domains.js';
import { ProcessSession } from './process_session.js';
import { ThreadLink } from './thread_link.js';
import type { Means, ProcessEnd, ProcessLimits, ProcessStart } from './thread_protocol.js';

/** The step in which its clock advances when nothing needs another time; ns. */
const CLOCK_PERIOD = 10_000_000;

const LIMITS: ProcessLimits = {
  ...{ start: 30_000, callback: 30_000, inside: 3000 },
  ...{ quiet: 300, stop: 3000 },
};

/** A program of ROS 2 in any language. */
export interface DdsProgram {
  /** Its name in traces and messages. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** Its command line, ROS arguments included. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly unsetEnv?: readonly string[];
}

/** What the record of a run says about a process, so that it can be repeated. */
export interface ProcessRecord {
  readonly program: string;
  /** Empty, as its SHA-256, if the program was started by hand. */
  readonly file: string;
  readonly sha256: string;
  /** The means by which the end of its callbacks is recognised. */
  readonly completion: Means;
}

export interface DdsProcessesOptions {
  readonly simulation: Simulation;
  /** The guests in whose rounds the processes take part. */
  readonly guests: Guests;
  readonly distro: string;
  readonly waits: readonly WaitRule[];
  readonly ends: CallbackEnds;
  /** Orrery's own environment. */
  readonly environment: NodeJS.ProcessEnv;
  readonly limits?: Partial<ProcessLimits>;
  readonly clockPeriod?: number;
  readonly host: {
    spawned?(pid: number): void;
    gone?(pid: number): void;
    /** Called when it has ended by itself, without an error. */
    exited(program: string, code: number): void;
    warn(text: string): void;
  };
}

interface Running {
  readonly program: DdsProgram;
  readonly session: ProcessSession;
  readonly sha256: string;
}

/** A process that has not entered the run yet. */
interface Started {
  readonly process: number;
  /** The ticket of the answer that comes when it waits for the first time. */
  readonly ticket: number;
}

export class DdsProcesses {
  readonly #options: DdsProcessesOptions;
  readonly #limits: ProcessLimits;
  /** Processes by their number. */
  readonly #running = new Map<number, Running>();
  /** Processes that have started but are not yet in the run, by name. */
  readonly #early = new Map<string, Started>();
  #count = 0;
  readonly #strays = new Map<string, number>();
  #link: ThreadLink | undefined;
  #isListening = false;
  readonly #warned = new Set<string>();

  constructor(options: DdsProcessesOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
  }

  /** A record of each process, and how reliably its callbacks can be followed. */
  get records(): ProcessRecord[] {
    const records = [...this.#running.values()].map(
      ({ program, session, sha256 }): ProcessRecord => ({
        program: program.name,
        file: program.file,
        sha256,
        completion: session.means,
      }),
    );
    // A process that was started again is listed once.
    return [...new Map(records.map((record) => [record.program, record])).values()];
  }

  /** What the order of the run does not determine. */
  get leaks(): LeakRecord[] {
    const leak = (what: string, count: number): LeakRecord => ({
      ...{ kind: 'process', what, sinceStartNs: 0, count },
    });
    const running = [...this.#running.values()];
    const unproven = running.filter(({ session }) => session.means === 'quiet');
    return [
      ...[...this.#strays].map(([what, count]) => leak(what, count)),
      ...running
        .filter(({ program }) => program.file === '')
        .map(({ program }) =>
          leak(
            `${program.name} was started by hand, so what it did before the run is not known`,
            1,
          ),
        ),
      ...unproven.map(({ program }) =>
        leak(
          `${program.name} gives no proof of when its callbacks are over: they count as over when it has been quiet for ${this.#limits.quiet} ms`,
          1,
        ),
      ),
    ];
  }

  /** Starts a program in advance; it enters the run with {@link start}. */
  prepare(program: DdsProgram): void {
    if (!this.#early.has(program.name)) this.#early.set(program.name, this.#spawn(program));
  }

  /**
   * Starts a program in a DDS domain of its own and runs it until it waits.
   * @throws OrreryError `ORR_ORCHESTRATOR_…` when it ends, or announces nothing
   */
  async start(program: DdsProgram): Promise<void> {
    const started = this.#early.get(program.name) ?? this.#spawn(program);
    this.#early.delete(program.name);
    await this.#enter(program, started);
  }

  #spawn(program: DdsProgram): Started {
    const { file, args } = program;
    const env = environmentOf(program, this.#options.environment);
    return this.#begin({ file, cwd: dirname(file), args, env });
  }

  /**
   * Waits for nodes that are started by hand, and takes them into the run.
   * @throws OrreryError `ORR_ORCHESTRATOR_ATTACH` when they do not come, or do not fit
   */
  async attach(
    nodes: readonly ExpectedNode[],
    env: Readonly<Record<string, string>>,
  ): Promise<void> {
    const { simulation, distro } = this.#options;
    const link = this.#linked();
    const within = Math.max(...nodes.map((node) => node.within)) / 1e6;
    const gidBytes = distro === 'humble' ? 24 : 16;
    const sought = nodes.map(({ node, domain }) => ({ node, domain }));
    const ticket = link.say({ kind: 'seek', sought, within, gidBytes });
    const goOn = simulation.kernel.hold();
    const { found, seen, failure } = await link.sought(ticket);
    goOn();
    if (failure !== undefined) throw refused(failure);
    checkFound(nodes, found, seen);
    for (const [index, { node, domain }] of nodes.entries()) {
      const attached = { domain, prefix: found[index]!.prefix };
      const program = { name: node, file: '', args: [], env };
      await this.#enter(program, this.#begin({ file: '', cwd: '', args: [], env: {}, attached }));
    }
  }

  #linked(): ThreadLink {
    if (this.#link !== undefined) return this.#link;
    const { host, environment } = this.#options;
    const domains = processDomains(environment.ORRERY_DOMAINS);
    this.#link = new ThreadLink(domains, real.pid % domains.length, (news) =>
      news.kind === 'spawned' ? host.spawned?.(news.pid) : host.gone?.(news.pid),
    );
    return this.#link;
  }

  #begin(what: Pick<ProcessStart, 'file' | 'cwd' | 'args' | 'env' | 'attached'>): Started {
    const { distro } = this.#options;
    const process = this.#count++;
    const ticket = this.#linked().say({
      ...{ ...what, kind: 'start', process, limits: this.#limits },
      gidBytes: distro === 'humble' ? 24 : 16,
    });
    return { process, ticket };
  }

  async #enter(program: DdsProgram, { process, ticket }: Started): Promise<void> {
    const { simulation, guests, waits, ends } = this.#options;
    const link = this.#linked();
    this.#listen();
    const failures: OrreryError[] = [];
    let isStarted = false;
    const session: ProcessSession = new ProcessSession({
      ...{ simulation, link, process, name: program.name, round: guests.round, ends },
      domain: Number(program.env.ROS_DOMAIN_ID ?? 0),
      times: guests.times,
      clockPeriod: this.#options.clockPeriod ?? CLOCK_PERIOD,
      warn: (text) => this.#warn(text),
      waits: (node, service) =>
        waits.some(
          (rule) => matchesName(rule.node ?? '*', node) && matchesName(rule.service, service),
        ),
      strayed: (stray) => this.#strays.set(stray, (this.#strays.get(stray) ?? 0) + 1),
      over: (end, error) => {
        if (!isStarted && error !== undefined) failures.push(error);
        else this.#over(process, end, error);
      },
    });
    this.#running.set(process, { program, session, sha256: digestOf(program.file) });
    const goOn = simulation.kernel.hold();
    const answer = await link.answer(ticket);
    goOn();
    simulation.graph.enterProgram(program.name);
    session.started(answer);
    isStarted = true;
    if (failures[0] !== undefined) throw failures[0];
  }

  /** Handles a crash: a node that leaves the graph while its process runs takes the process with it. */
  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#options.simulation.graph.listeners.add('note', {
      nodeEnding: (node) => {
        for (const [process, { session }] of this.#running) {
          if (session.isOver || !session.entities.has(node)) continue;
          session.abandon();
          this.#link?.say({ kind: 'stop', process, isCrash: true });
        }
      },
    });
  }

  #warn(text: string): void {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    this.#options.host.warn(text);
  }

  /** Removes what is left of a process that has ended or was given up. */
  #over(process: number, end: ProcessEnd, error: OrreryError | undefined): void {
    const { simulation, host } = this.#options;
    const { program, session } = this.#running.get(process)!;
    session.remove();
    this.#link?.say({ kind: 'stop', process, isCrash: false });
    if (error === undefined) host.exited(program.name, end.code ?? 0);
    else {
      simulation.graph.enterProgram(program.name);
      simulation.fail(error, 'ORR_ORCHESTRATOR_DIED', program.name);
    }
  }

  /** Ends all remaining processes. */
  async close(): Promise<void> {
    const link = this.#link;
    if (link === undefined) return;
    for (const { session } of this.#running.values()) session.abandon();
    const early = [...this.#early.values()].map(({ process }) => process);
    const stops = [...this.#running.keys(), ...early].map(async (process) => {
      const answer = await link.answer(link.say({ kind: 'stop', process, isCrash: false }));
      return [process, answer] as const;
    });
    for (const [process, answer] of await Promise.all(stops)) {
      const { session } = this.#running.get(process) ?? {};
      session?.question(answer);
      session?.remove();
    }
    await link.close();
  }
}

function digestOf(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return '';
  }
}
