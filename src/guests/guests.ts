import { constants } from 'node:os';
import type { OrreryError } from '../errors/index.js';
import type { LeakRecord, StandardInput } from '../guard/index.js';
import type { ExecutionTimes } from '../models/index.js';
import { Channel } from './channel.js';
import { EarlyProcesses } from './early_processes.js';
import { findMishaps } from './find_mishaps.js';
import { DEFAULT_LIMITS, type GuestLimits } from './frame_kinds.js';
import { type Guest, type Said, stop } from './guest.js';
import { type GuestProgram, guestCommand } from './guest_command.js';
import type { ProcessEnd, RunningGuest } from './guest_process.js';
import { GuestRound } from './guest_round.js';
import { GuestSession } from './guest_session.js';
import { guestWarnings } from './guest_warnings.js';
import type { GuestsOptions } from './guests_options.js';
import type { Joining } from './joined_process.js';
import { noteLeak } from './note_leak.js';
import { readInput } from './read_input.js';
import { SharedThings } from './shared_things.js';
import { Starters } from './starters.js';
import type { Awaited } from './waiter.js';
import { Watchdog, type Watched } from './watchdog.js';
import {
  codeOf,
  type GuestMishap,
  INTERRUPTED,
  isExit,
  notStarted,
  unsaid,
  whereOf,
  whyEnded,
} from './why_ended.js';

const { SIGINT, SIGIO, SIGKILL } = constants.signals;

// Captured before the guard replaces it.
const { env: environment } = process;

/** The guests of one run. */
export class Guests {
  readonly #options: GuestsOptions;
  /** Sets how long callbacks of guests that start from now on take in virtual time. */
  times: ExecutionTimes | undefined;
  /** Sets for how many seconds a guest may run without waiting; to be set before the first starts. */
  patience: number | undefined;
  /** Sets what guests that start from now on read as standard input. */
  input: StandardInput | undefined;
  readonly #limits: GuestLimits;
  readonly #watchdog: Watchdog;
  readonly #starters: Starters;
  readonly #guests: Guest[] = [];
  /** Settles when all guests that have ended so far are gone. */
  #burials: Promise<void> = Promise.resolve();
  readonly #early: EarlyProcesses;
  /** What guests share that have begun processes by themselves. */
  readonly #shared = new SharedThings();
  #isClosing = false;
  /** Runs guests of one instant together; other processes can take part. */
  readonly round: GuestRound;
  /** Escapes of the guests from the virtual world, each place once. */
  readonly leaks: LeakRecord[] = [];

  constructor(options: GuestsOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#starters = options.kept?.starters ?? new Starters(options.host);
    this.round = new GuestRound(options.parallel ?? environment.ORRERY_GUESTS !== 'serial');
    this.#watchdog = options.kept?.watchdog ?? new Watchdog();
    this.#early = new EarlyProcesses(options.host, (program) => this.#spawn(program));
  }

  /** The names of the guests that have been started, in this order. */
  get programs(): readonly string[] {
    return [...new Set(this.#guests.map(({ program }) => program.name))];
  }

  /** Whether the run is over. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** What programs wait for without end. */
  get waits(): readonly (Awaited & { readonly program: string })[] {
    return this.#guests.flatMap(({ program, session }) =>
      session.executor.awaits.map((awaited) => ({ ...awaited, program: program.name })),
    );
  }

  /** Starts the process of a program ahead of its turn; it gets no further than its greeting. */
  prepare(program: GuestProgram): void {
    this.#early.prepare(program);
  }

  /** Takes in a process that a guest has begun by itself; it is started like others. */
  join(joining: Joining): void {
    this.#early.join(joining);
  }

  /** Ends the process of a program that has begun ahead of its turn and is not to be started after all. */
  drop(program: string): void {
    this.#early.drop(program);
  }

  #spawn(program: GuestProgram): RunningGuest {
    const { host, debug } = this.#options;
    const settings = {
      ...this.#options.settings,
      ...(debug && { ORRERY_DEBUGGER: debug.address }),
    };
    const process = this.#starters.start(guestCommand(program, environment, settings));
    const { pid } = process;
    if (pid !== undefined) {
      host.spawned?.(pid);
      void process.ended.then(() => host.gone?.(pid));
    }
    return process;
  }

  /**
   * Starts a program and runs it until it waits for the first time.
   *
   * @throws OrreryError when it dies before, or is not a guest
   */
  async start(program: GuestProgram): Promise<void> {
    const [{ simulation, host }, { input }] = [this.#options, this];
    const process = this.#early.take(program.name) ?? this.#spawn(program);
    const { pid } = process;
    if (pid === undefined) throw notStarted(program, await process.ended);
    const { patience = this.#limits.patience } = this;
    const { debug, stop: asked } = this.#options;
    const watched = this.#watchdog.watch(debug ? Number.POSITIVE_INFINITY : patience, asked);
    watched.isProcess(pid);
    const channel = new Channel(process.input, process.output, this.#limits.frame);
    const guest: Guest = {
      program,
      process,
      channel,
      watched,
      over: false,
      gone: false,
      session: new GuestSession({
        simulation,
        channel,
        limits: this.#limits,
        times: this.times,
        host: {
          print: (stream, bytes) => host.print(stream, bytes, program.name),
          children: host.children?.(program.name),
          leak: (text) => noteLeak(this.leaks, text, program.file, simulation.kernel.now),
          warn: guestWarnings(program, simulation.graph),
          input: host.input?.(program.name) ?? (input && (() => readInput(input))),
          share: (descriptor) => channel.share(pid, descriptor),
          shared: this.#shared.of(() => guest.session.executor),
        },
        name: program.name,
        token: process.token,
        welcome: {
          ...this.#options.welcome,
          index: this.#guests.length,
          withheld: this.#options.withheld?.filter((name) => !Object.hasOwn(program.env, name)),
          // Guests of one run draw different numbers, and other ones with another seed.
          seed: `${this.#options.seed} ${program.name}`,
        },
        debug: this.#options.debug,
        turn: watched,
        round: this.round,
        over: (failure) => this.#over(guest, watched, failure),
      }),
    };
    this.#guests.push(guest);
    guest.session.start();
    host.started?.(program.name);
    // Its first frames may already be its goodbye.
    await simulation.kernel.released();
  }

  /**
   * Sends a signal to a guest, which hears it at this instant. Signals that it cannot hear, since it does not speak of
   * them, the run is over or the signal is SIGKILL, end it.
   *
   * @returns whether there was such a guest; `exited` is called once it is gone
   */
  signal(program: string, signal: number): boolean {
    const guest = this.#guests.find((each) => !each.over && each.program.name === program);
    if (guest === undefined) return false;
    const { hearsSignals, executor } = guest.session;
    const isHeard = hearsSignals && signal !== SIGKILL;
    // It asks for its input again by itself.
    if (signal === SIGIO && (!isHeard || this.#isClosing)) return true;
    if (isHeard && !this.#isClosing) {
      executor.signal(signal);
      return true;
    }
    // It may compute at this moment.
    guest.session.settle();
    if (guest.over) return true;
    guest.over = true;
    const said = isHeard || signal === SIGINT ? stop(guest, signal) : undefined;
    const code = typeof said !== 'object' || said.code === INTERRUPTED ? -signal : said.code;
    guest.session.executor.end();
    guest.process.kill();
    const tell = () => this.#options.host.exited(program, code);
    // When the run is over, its parent cannot wait until it is gone.
    if (this.#isClosing) tell();
    this.#bury(guest, this.#isClosing ? () => {} : tell);
    return true;
  }

  /**
   * Ends all remaining guests. Their threads are told first, as with Ctrl-C.
   *
   * @returns those whose end was not a good one, in the order of their starts
   */
  async close(): Promise<GuestMishap[]> {
    this.#isClosing = true;
    const ends = new Map<Guest, Said>();
    for (const guest of this.#guests) if (!guest.over) ends.set(guest, stop(guest, SIGINT));
    // The numbers of those that are gone may be those of other processes by now.
    const left = this.#guests.filter(({ gone }) => !gone);
    const processes = [...left.map(({ process }) => process), ...this.#early.left];
    for (const process of processes) process.kill();
    await Promise.all(processes.map(({ ended }) => ended));
    for (const { channel, watched } of this.#guests) {
      watched.gone();
      channel.close();
    }
    this.#shared.close();
    if (this.#options.kept === undefined) {
      await this.#starters.close();
      await this.#watchdog.close();
    }
    return findMishaps(ends, this.#options.host);
  }

  /** A guest has said goodbye, or its pipe is closed: time stands still until the reason is known. */
  #over(guest: Guest, watched: Watched, failure?: OrreryError): void {
    if (guest.over) return;
    guest.over = true;
    const { session, process, program } = guest;
    const { simulation, host } = this.#options;
    const where = whereOf(session.running);
    session.executor.end();
    if (session.ended === undefined && watched.hung === undefined) process.kill();
    this.#bury(guest, (end) => {
      const said = session.ended;
      const ended = { program, said, process: end, hung: watched.hung, where };
      const isOwn = failure === undefined && isExit(ended);
      if (isOwn) host.exited(program.name, said?.code ?? 0);
      const isHandled =
        isOwn ||
        (failure === undefined && host.died?.(program.name, codeOf(ended), unsaid(ended)) === true);
      const error = isHandled ? undefined : (failure ?? whyEnded(ended));
      if (error !== undefined) {
        // Its own message suffices; the callback that ran last is not to blame.
        simulation.graph.enterProgram(program.name);
        simulation.fail(error, 'ORR_GUEST_DIED', program.name);
      }
    });
  }

  /** Holds time until the process of a guest is gone and its entities are removed. */
  #bury(guest: Guest, then: (end: ProcessEnd) => void): void {
    const { process, watched, channel, session } = guest;
    const goOn = this.#options.simulation.kernel.hold();
    const [before, ended] = [this.#burials, process.ended];
    // One after another, because it must not matter which of two ends first in reality.
    this.#burials = before.then(async () => {
      const end = await ended;
      process.kill();
      guest.gone = true;
      watched.gone();
      // A program may be started again a thousand times in one run.
      channel.close();
      session.entities.removeAll();
      this.#shared.leaves(session.executor);
      this.#shared.changed();
      then(end);
      goOn();
    });
  }
}
