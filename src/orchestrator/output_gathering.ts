/** What a process has sent, to the last message: some of it may be lost on its way, and come after all else. */
import type { UdpDriver } from '../dds/index.js';
import type { Awaited } from './awaited.js';
import type { MirroredEndpoints } from './mirrored_endpoints.js';

/** Within this time a process says what it has sent; ms. */
const TOLD_MS = 1000;
/** How often to look; ms. */
const LOOK_MS = 1;

export class OutputGathering {
  readonly #driver: UdpDriver;
  readonly #mirror: MirroredEndpoints;
  readonly #awaited: Awaited;
  /** Whether the process has ended. */
  readonly #isOver: () => boolean;
  /** In a kernel with less than half of what it has room for, nothing was lost. */
  readonly #mostSafe: number;
  #receivedBefore = 0;

  constructor(
    driver: UdpDriver,
    mirror: MirroredEndpoints,
    awaited: Awaited,
    isOver: () => boolean,
  ) {
    this.#driver = driver;
    this.#mirror = mirror;
    this.#awaited = awaited;
    this.#isOver = isOver;
    this.#mostSafe = driver.receiveBuffer / 2;
  }

  /** A callback begins. */
  begin(): void {
    this.#receivedBefore = this.#driver.received;
  }

  /**
   * Waits for outputs that are sent again, since they were lost when the kernel had no room for them, as the last
   * parts of a large image. Those of which no part has come are known to their sender only: it is asked
   * for them if there may be such.
   */
  async end(patienceMs: number): Promise<void> {
    const received = this.#driver.received - this.#receivedBefore;
    if (received > this.#mostSafe) {
      const isTold = this.#askWhatWasSent();
      await this.#awaited.until(() => this.#isOver() || isTold(), TOLD_MS, LOOK_MS);
    }
    const isThere = () => this.#isOver() || this.#isGathered;
    if (!isThere()) await this.#awaited.until(isThere, patienceMs, LOOK_MS);
  }

  /** Whether everything has arrived that the process is known to have sent. */
  get #isGathered(): boolean {
    for (const { proxies } of this.#mirror.readers) {
      for (const sender of proxies) if (sender.isReliable && !sender.isComplete) return false;
    }
    return true;
  }

  /** Asks the process what it has sent; returns whether it has answered. */
  #askWhatWasSent(): () => boolean {
    const senders = this.#mirror.readers.flatMap(({ proxies }) => proxies);
    const asked = senders
      .filter(({ isReliable }) => isReliable)
      .map((sender) => [sender, sender.heartbeats.newest] as const);
    for (const [sender] of asked) sender.askHeartbeat();
    this.#driver.wake();
    return () => asked.every(([sender, before]) => sender.heartbeats.newest !== before);
  }
}
