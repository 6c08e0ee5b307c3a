import type { LeakRecord } from '../guard/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { DelayedAction, type Source } from '../kernel/index.js';
import type { PaceWish } from '../rosbridge/index.js';
import type { Simulation } from '../simulation/index.js';
import { Arrivals, type Arrived } from './arrivals.js';
import { EarlierInputs } from './earlier_inputs.js';
import { LiveSession } from './live_session.js';
import type { LiveSettings } from './live_settings.js';
import { LiveTape } from './live_tape.js';
import { meetOthers, type Others, type TypesOfRun } from './others.js';
import { VirtualPace } from './virtual_pace.js';
import type { WireInput } from './wire.js';

// Captured at load time: user code later sees the guarded ones.
const {
  clearTimeout: realClearTimeout,
  setImmediate: realSetImmediate,
  setTimeout: realSetTimeout,
} = globalThis;
const monotonic = process.hrtime.bigint;
const timeOfDay = Date.now;

/** The longest single sleep in ms; the run can be interrupted between two sleeps. */
const LONGEST_SLEEP_MS = 50;

/** The longest time for which arrived data is not received, in ns. */
const RECEIVE_NS = 10e6;

/** The shortest time between two messages that tell clients the time, in ms. */
const TELL_MS = 20;

/** Where a run keeps its inputs, and what its parent does for it. */
export interface LiveSurroundings {
  /** Where to record inputs from outside; undefined: nowhere. */
  readonly tapePath: string | undefined;
  /** Called with an earlier time, in ns since the start, when a client wants to see it; another run has to show it. */
  readonly goBack?: ((to: number) => void) | undefined;
}

/**
 * The network as a source of a run: virtual time keeps to the wall clock, and inputs from outside are applied at the
 * time of their arrival. Each input has an instant of its own, so that a tape can repeat it.
 */
export class LiveSource implements Source {
  readonly initialTime: bigint;
  readonly warnings: readonly string[] = [];
  readonly finished = undefined;
  readonly #participant: Others;
  readonly #settings: LiveSettings;
  #session: LiveSession | undefined;
  #simulation: Simulation | undefined;
  #tape: LiveTape | undefined;
  readonly #pace = new VirtualPace(monotonic);
  #hasBegun = false;
  #told = 0n;
  #last: number;
  /** When it last received, in virtual ns. */
  #rested = 0;
  readonly #earlier: EarlierInputs | undefined;
  readonly #goBack: LiveSurroundings['goBack'];
  readonly #arrived = new Arrivals();
  /** A served run keeps everything that its clients send, since they wait until it has caught up. */
  readonly #depthOf = (reader: number) =>
    this.#settings.serve === undefined
      ? this.#session!.announcer.depthOf(reader)
      : Number.POSITIVE_INFINITY;
  #wake: (() => void) | undefined;
  #leave = () => {};
  /** Settles when this source has left the network. */
  left: Promise<void> = Promise.resolve();
  /** Number of inputs so far. */
  #count = 0;

  private constructor(
    participant: Others,
    settings: LiveSettings,
    initialTime: bigint,
    earlier: EarlierInputs | undefined,
    goBack: LiveSurroundings['goBack'],
  ) {
    this.#participant = participant;
    this.#settings = settings;
    this.#goBack = goBack;
    this.#earlier = earlier;
    this.#last = earlier?.end ?? -1;
    this.initialTime = initialTime;
  }

  /**
   * @throws OrreryError `ORR_DDS_…` when the network cannot be joined; `ORR_SERVE_PORT`, `ORR_OUTPUT_…`,
   *   `ORR_LIVE_TAPE`, `ORR_BAG_…`
   */
  static async open(
    settings: LiveSettings,
    types: TypesOfRun,
    { tapePath, goBack }: LiveSurroundings,
  ): Promise<LiveSource> {
    const { resume } = settings;
    const earlier = resume && (await EarlierInputs.open(resume));
    const start = earlier?.initialTime ?? BigInt(timeOfDay()) * 1_000_000n;
    const lastRequest = earlier?.lastRequest ?? 0;
    const participant = await meetOthers(settings, types, { start, lastRequest });
    const { serve } = settings;
    // Printed only once the port is known to be ours; a run that shows an earlier time keeps the port.
    if (serve !== undefined && resume === undefined)
      process.stderr.write(`${serve.protocol} at ws://127.0.0.1:${serve.port}\n`);
    const source = new LiveSource(participant, settings, start, earlier, goBack);
    if (tapePath === undefined) return source;
    try {
      source.#tape = await LiveTape.create(tapePath, new TypeRegistry({ amentPrefixPath: '' }));
    } catch (error) {
      await participant.close();
      throw error;
    }
    return source;
  }

  /** Marks the run as not reproducible without its tape, because others determine its inputs. */
  get leaks(): readonly LeakRecord[] {
    const { domain, interfaces = [], serve } = this.#settings;
    const where = interfaces.length === 0 ? 'this machine' : interfaces.join(', ');
    const what =
      serve === undefined
        ? `what came from domain ${domain} on ${where}`
        : `what clients of ${serve.protocol} sent to port ${serve.port}`;
    const count = Math.max(1, this.#count);
    const came: LeakRecord = { kind: 'network', what, sinceStartNs: 0, count };
    if (this.#arrived.givenUp === 0) return [came];
    const lost = 'messages that were dropped because the run was more than a second behind';
    return [came, { ...came, what: lost, count: this.#arrived.givenUp }];
  }

  /** Announces the entities that the run creates from now on; no entity exists yet. */
  join(simulation: Simulation): void {
    this.#simulation = simulation;
    const participant = this.#participant;
    const { domain } = this.#settings;
    const time = () => this.#time;
    participant.attach?.({
      get time() {
        return time();
      },
      follow: (wish) => this.#follow(wish),
    });
    this.#session = new LiveSession(simulation, participant, domain, (input) =>
      this.#arrive(input),
    );
    for (const news of participant.graph.all()) this.#arrive({ kind: 'news', news });
    participant.graph.watch((news) => this.#arrive({ kind: 'news', news }));
  }

  begin({ kernel }: Simulation): void {
    this.#pace.start(kernel.now);
    const { resume } = this.#settings;
    if (resume !== undefined) {
      this.#pace.change(true);
      this.#pace.leap(resume.until);
    }
    this.#hasBegun = true;
    this.#tellPace('', resume !== undefined);
    // Inputs that arrived while the programs were loading come first.
    for (const { input } of this.#arrived.takeAll()) this.#arrive(input);
    this.#tape?.start(this.#session!, this.#settings.domain);
    this.#leave = kernel.addSource(this);
  }

  get #now(): number {
    return this.#hasBegun ? this.#pace.now : 0;
  }

  #follow({ isPaused, rate, seek, requestId }: PaceWish): void {
    const present = this.#simulation?.kernel.now ?? 0;
    const to = seek === undefined ? undefined : Number(seek - this.initialTime);
    if (to !== undefined && to < present) {
      this.#goBack?.(Math.max(0, to));
      return;
    }
    // A run that lags behind the wall clock stops where it is, and does not catch up first.
    if (isPaused && !this.#pace.isPaused) this.#pace.start(present);
    this.#pace.change(isPaused, rate);
    if (to !== undefined) this.#pace.leap(to);
    this.#wake?.();
    this.#tellPace(requestId, to !== undefined);
  }

  /** ns since the epoch. */
  get #time(): bigint {
    return this.initialTime + BigInt(this.#simulation?.kernel.now ?? 0);
  }

  #tellPace(requestId: string | undefined, hasSought = false): void {
    const { isPaused, rate, now } = this.#pace;
    const time = hasSought ? this.initialTime + BigInt(now) : this.#time;
    const pace = { start: this.initialTime, time, isPaused, rate, hasSought };
    this.#participant.tellPace?.(pace, requestId);
  }

  #tellTime(): void {
    const now = monotonic();
    if (now - this.#told < BigInt(TELL_MS * 1_000_000)) return;
    this.#told = now;
    this.#tellPace(undefined);
  }

  #arrive(input: WireInput): void {
    const present = this.#simulation?.kernel.now ?? 0;
    const at = Math.max(this.#now, this.#last + 1, present + 1);
    this.#last = at;
    this.#arrived.push({ at, input });
    this.#count++;
    this.#wake?.();
  }

  /** Inputs may arrive from the current wall-clock time on. */
  get nextDue(): number {
    return this.#next?.at ?? this.#now;
  }

  /** What an earlier run got comes first. */
  get #next(): Arrived | undefined {
    return this.#earlier?.next ?? this.#arrived.first;
  }

  /** Waits until the wall clock has passed `horizon`, or something has arrived. */
  prepare(horizon: number): Promise<void> | undefined {
    this.#tellTime();
    const first = this.#next;
    const now = this.#now;
    // A run that lags behind never sleeps, so it receives what has arrived at intervals.
    if (now - this.#rested > RECEIVE_NS) {
      this.#rested = now;
      return new Promise((resolve) => void realSetImmediate(resolve));
    }
    if (now > horizon || (first !== undefined && first.at <= now)) return undefined;
    const next = Math.min(horizon + 1, first?.at ?? horizon + 1);
    const left = Math.ceil(this.#pace.until(next) / 1e6);
    return new Promise((resolve) => {
      const done = () => {
        this.#rested = this.#now;
        realClearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
      const timer = realSetTimeout(done, Math.min(left, LONGEST_SLEEP_MS));
      this.#wake = done;
    });
  }

  advance(horizon: number): undefined {
    const { kernel } = this.#simulation!;
    // One at a time: while one is applied, others may become too old.
    for (let next = this.#next; next !== undefined && next.at <= horizon; next = this.#next) {
      const { at, input } = next;
      if (next !== this.#arrived.first) this.#earlier!.take();
      else if (!this.#arrived.take(this.#now, this.#depthOf)) continue;
      this.#tape?.note(input, at);
      const action = new DelayedAction(
        () => this.#session!.apply(input),
        () => `${input.kind} from outside`,
        undefined,
        true,
      );
      kernel.delays.push(at, action);
      break;
    }
    if (this.#arrived.first === undefined) this.#participant.caughtUp?.();
    return undefined;
  }

  /** Leaves the network. */
  close(): void {
    this.#leave();
    this.#wake = undefined;
    this.#tape?.close();
    this.#earlier?.close();
    this.left = this.#participant.close();
  }
}
