/** Gathers everything that a process has sent: lost messages are sent again and may arrive last. */
import type { UdpDriver } from '../dds/index.js';
import type { Awaited } from './awaited.js';
import type { MirroredEndpoints } from './mirrored_endpoints.js';

/** Time within which a process says what it has sent; ms. */
const TOLD_MS = 1000;
/** How often to look; ms. */
const LOOK_MS = 1;

export class OutputGathering {
  readonly #driver: UdpDriver;
  readonly #mirror: MirroredEndpoints;
  readonly #awaited: Awaited;
  /** Whether the process has ended. */
  readonly #isOver: () => boolean;
  /** If less than half of the kernel's buffer is in use, nothing was lost. */
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

  /** Called when a callback begins. */
  begin(): void {
    this.#receivedBefore = this.#driver.received;
  }

  /**
   * Waits for outputs that are sent again because the kernel had no room for them, such as the last parts of a
   * large image. If outputs may be missing entirely, asks their sender, who alone knows of them.
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
