import { EventsExecutor } from '../../executors/index.js';
import {
  type Executor,
  Graph,
  type GraphNode,
  type Timer,
  type Waitable,
} from '../../graph/index.js';
import { type Distro, TypeRegistry } from '../../interfaces/index.js';
import { Kernel } from '../../kernel/index.js';
import { UserTimer } from '../../simulation/index.js';
import { DistroUtils } from '../distro_utils.js';
import { sayWhenAlone } from './say_when_alone.js';
import type { Scheduled, World } from './world.js';

// Captured before any guard can replace them: this world's time is the machine's.
const { setImmediate, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis;
const wallClock = globalThis.Date;
const monotonic = process.hrtime.bigint;

const NANOSECONDS_PER_MILLISECOND = 1e6;
/** Longest delay a timer of the engine takes. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * A world paced by the wall clock, for programs that run without a simulation's runner, such as
 * test suites written for wall time. Each callback runs in its own macrotask; the process
 * stays alive while a node spins.
 */
export class RealTimeWorld implements World {
  readonly isSimulated = false;
  readonly graph: Graph;
  #types: TypeRegistry | undefined;
  readonly #kernel = new Kernel();
  readonly #executor: Executor;
  readonly #start = monotonic();
  /** Never notified: waiting for it blocks for the given time. */
  readonly #doorbell = new Int32Array(new SharedArrayBuffer(4));
  readonly #spinning = new Set<GraphNode>();
  #turning = false;
  #turnPlanned = false;
  #joining: Promise<void> | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #keepAlive: ReturnType<typeof setInterval> | undefined;

  constructor() {
    // the seed need not be the same in every run: nothing else here is
    this.graph = new Graph({ kernel: this.#kernel, seed: monotonic() });
    this.graph.startAt(BigInt(wallClock.now()) * 1_000_000n);
    this.#executor = new WakingExecutor(this.#kernel, () => this.#wake());
  }

  /**
   * Joins the network that `ORRERY_LIVE` names, at the first call.
   *
   * @throws OrreryError `ORR_DDS_…` when the network cannot be joined
   */
  async join(domain: number): Promise<void> {
    if (process.env.ORRERY_LIVE === undefined) return;
    this.#joining ??= this.#join(domain);
    await this.#joining;
  }

  async #join(domain: number): Promise<void> {
    // Loaded only by programs that ask for a network.
    const { joinNetwork, liveSettingsOf } = await import('../../live/index.js');
    const settings = liveSettingsOf(process.env, domain);
    if (settings === undefined) return;
    await joinNetwork(this, settings, () => this.touch());
  }

  get distro(): Distro {
    return builtinDistro();
  }

  /** The types of the distribution that `ROS_DISTRO` names. */
  get types(): TypeRegistry {
    this.#types ??= new TypeRegistry({ distro: this.distro });
    return this.#types;
  }

  attach(node: GraphNode): void {
    this.touch();
    this.#spinning.add(node);
    node.attach(this.#executor);
    if (process.env.ORRERY_LIVE === undefined) sayWhenAlone(this.graph);
    this.#keepAlive ??= setInterval(() => {}, LONGEST_DELAY);
    this.#wake();
  }

  detach(node: GraphNode): void {
    node.detach();
    this.#spinning.delete(node);
    if (this.#spinning.size > 0) return;
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
  }

  schedule(delay: number, callback: () => void, options: { background?: boolean } = {}): Scheduled {
    this.touch();
    const timer = new UserTimer(this.graph, callback);
    if (options.background) timer.keepAlive(false);
    this.#kernel.delays.push(this.#kernel.now + delay, timer);
    this.#wake();
    return timer;
  }

  touch(): void {
    if (this.#turning) return;
    const now = this.#elapsed();
    // The program may change what is due when, so check again when it has yielded.
    this.#wake();
    // Events that are due before now must happen first, in their own macrotasks.
    if (this.#kernel.ready.size > 0 || this.#nextDue() <= now) return;
    this.#kernel.turn(1, { until: now });
  }

  failed(): void {}

  block(delay: number): void {
    Atomics.wait(this.#doorbell, 0, 0, delay / NANOSECONDS_PER_MILLISECOND);
    this.touch();
  }

  steadyTime(): bigint {
    return this.#start + BigInt(this.graph.kernel.now);
  }

  #elapsed(): number {
    return Number(monotonic() - this.#start);
  }

  #nextDue(): number {
    return Math.min(this.#kernel.timers.nextDue, this.#kernel.delays.nextDue);
  }

  #wake(): void {
    if (this.#turning || this.#turnPlanned) return;
    this.#turnPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#turnPlanned = false;
    this.#turning = true;
    try {
      this.#kernel.turn(1000, { until: this.#elapsed(), callbacks: 1 });
    } finally {
      this.#turning = false;
      this.#planNext();
    }
  }

  #planNext(): void {
    clearTimeout(this.#alarm);
    const wait = this.#nextDue() - this.#elapsed();
    if (this.#kernel.ready.size > 0 || this.#kernel.ending || wait <= 0) {
      this.#wake();
    } else if (wait < Number.POSITIVE_INFINITY) {
      const delay = Math.min(Math.ceil(wait / NANOSECONDS_PER_MILLISECOND), LONGEST_DELAY);
      this.#alarm = setTimeout(() => this.#turn(), delay);
      if (this.#kernel.delays.idle) this.#alarm.unref();
    }
  }
}

/** The events executor that also wakes the loop which turns the crank. */
class WakingExecutor extends EventsExecutor {
  readonly #wake: () => void;

  constructor(kernel: Kernel, wake: () => void) {
    super(kernel);
    this.#wake = wake;
  }

  override notify(entity: Waitable): void {
    super.notify(entity);
    this.#wake();
  }

  override addTimer(timer: Timer): void {
    super.addTimer(timer);
    this.#wake();
  }
}

function builtinDistro(): Distro {
  const name = DistroUtils.getDistroName();
  switch (name) {
    case 'humble':
    case 'iron':
    case 'kilted':
    case 'lyrical':
    case 'rolling':
      return name;
    default:
      return 'jazzy';
  }
}
