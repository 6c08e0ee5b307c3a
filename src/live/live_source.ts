import { type LiveGraph, LiveParticipant } from '../dds/index.js';
import type { LeakRecord } from '../guard/index.js';
import { type Distro, TypeRegistry } from '../interfaces/index.js';
import { DelayedAction, type Source } from '../kernel/index.js';
import {
  type Pace,
  type PaceWish,
  RosbridgeParticipant,
  type RunClock,
} from '../rosbridge/index.js';
import type { Simulation } from '../simulation/index.js';
import { LiveSession } from './live_session.js';
import { type LiveSettings, liveOptions } from './live_settings.js';
import { LiveTape } from './live_tape.js';
import { VirtualPace } from './virtual_pace.js';
import type { Wire, WireInput } from './wire.js';

// Captured at load time: user code later sees the guarded ones.
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;
const monotonic = process.hrtime.bigint;
const timeOfDay = Date.now;

/** The longest single sleep in ms; the run can be interrupted between two sleeps. */
const LONGEST_SLEEP_MS = 50;

/** Clients are told the time at most this often, in ms. */
const TELL_MS = 20;

/** Those outside: a network, or web clients, which may want another pace. */
interface Others extends Wire {
  readonly graph: LiveGraph;
  attach?(clock: RunClock): void;
  tellPace?(pace: Pace, requestId: string | undefined): void;
  close(): Promise<void>;
}

/** What a run says about its types. */
interface TypesOfRun {
  readonly distro: Distro;
  /** Folders of packages with interfaces. */
  readonly interfaces?: readonly string[] | undefined;
}

interface Arrived {
  readonly at: number;
  readonly input: WireInput;
}

/**
 * The network as a source of a run: virtual time keeps to the wall clock, and inputs from
 * outside happen at the time at which they arrived. Each input has an instant of its own, so that a tape can
 * repeat it.
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
  #last = -1;
  #arrived: Arrived[] = [];
  #wake: (() => void) | undefined;
  #leave = () => {};
  /** Settles when it has left the network. */
  left: Promise<void> = Promise.resolve();
  /** Inputs so far. */
  #count = 0;

  private constructor(participant: Others, settings: LiveSettings) {
    this.#participant = participant;
    this.#settings = settings;
    this.initialTime = BigInt(timeOfDay()) * 1_000_000n;
  }

  /**
   * @param tapePath - where to record inputs from outside; undefined: nowhere
   * @throws OrreryError `ORR_DDS_…` when the network cannot be joined; `ORR_SERVE_PORT`, `ORR_OUTPUT_…`
   */
  static async open(
    settings: LiveSettings,
    types: TypesOfRun,
    tapePath: string | undefined,
  ): Promise<LiveSource> {
    const participant = await meetOthers(settings, types);
    const source = new LiveSource(participant, settings);
    if (tapePath === undefined) return source;
    try {
      source.#tape = await LiveTape.create(tapePath, new TypeRegistry({ amentPrefixPath: '' }));
    } catch (error) {
      await participant.close();
      throw error;
    }
    return source;
  }

  /** The mark of the run: its inputs are not determined by the system, so it cannot be repeated without the tape. */
  get leaks(): readonly LeakRecord[] {
    const { domain, interfaces = [], serve } = this.#settings;
    const where = interfaces.length === 0 ? 'this machine' : interfaces.join(', ');
    const what =
      serve === undefined
        ? `what came from domain ${domain} on ${where}`
        : `what clients of ${serve.protocol} sent to port ${serve.port}`;
    return [{ kind: 'network', what, sinceStartNs: 0, count: Math.max(1, this.#count) }];
  }

  /** Announces the entities that the run creates from now on; there are none yet. */
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
    this.#hasBegun = true;
    this.#tellPace('');
    // Inputs that arrived while the programs were loading come first.
    const early = this.#arrived;
    this.#arrived = [];
    for (const { input } of early) this.#arrive(input);
    this.#tape?.start(this.#session!, this.#settings.domain);
    this.#leave = kernel.addSource(this);
  }

  get #now(): number {
    return this.#hasBegun ? this.#pace.now : 0;
  }

  #follow({ isPaused, rate, step, requestId }: PaceWish): void {
    // A run that lags behind the wall clock stops where it is, and does not catch up first.
    const present = this.#simulation?.kernel.now;
    if (isPaused && !this.#pace.isPaused && present !== undefined) this.#pace.start(present);
    this.#pace.change(isPaused, rate, step);
    this.#wake?.();
    this.#tellPace(requestId);
  }

  /** ns since the epoch. */
  get #time(): bigint {
    return this.initialTime + BigInt(this.#simulation?.kernel.now ?? 0);
  }

  #tellPace(requestId: string | undefined): void {
    const { isPaused, rate } = this.#pace;
    const pace = { start: this.initialTime, time: this.#time, isPaused, rate };
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
    return this.#arrived[0]?.at ?? this.#now;
  }

  /** Waits until the wall clock is beyond `horizon`, or something has arrived. */
  prepare(horizon: number): Promise<void> | undefined {
    this.#tellTime();
    const first = this.#arrived[0];
    const now = this.#now;
    if (now > horizon || (first !== undefined && first.at <= now)) return undefined;
    const next = Math.min(horizon + 1, first?.at ?? horizon + 1);
    const left = Math.ceil(this.#pace.until(next) / 1e6);
    return new Promise((resolve) => {
      const done = () => {
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
    while (this.#arrived[0] !== undefined && this.#arrived[0].at <= horizon) {
      const { at, input } = this.#arrived.shift()!;
      this.#tape?.note(input, at);
      const action = new DelayedAction(
        () => this.#session!.apply(input),
        () => `${input.kind} from outside`,
        undefined,
        true,
      );
      kernel.delays.push(at, action);
    }
    return undefined;
  }

  /** Leaves the network. */
  close(): void {
    this.#leave();
    this.#wake = undefined;
    this.#tape?.close();
    this.left = this.#participant.close();
  }
}

function meetOthers(settings: LiveSettings, types: TypesOfRun): Promise<Others> {
  const { distro, interfaces = [] } = types;
  if (settings.serve !== undefined) {
    return RosbridgeParticipant.open(settings.serve, { distro, directories: interfaces });
  }
  return LiveParticipant.open(liveOptions(settings, distro === 'humble'));
}
