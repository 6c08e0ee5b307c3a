/** An input on its way to a process, and whether questions that are sent behind it arrive after it. */
import type { Writer } from '../dds/index.js';
import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';

/** How often to check whether it was acknowledged; ms. */
const LOOK_MS = 1;

type Proxy = Writer['proxies'][number];

export class InputTransit {
  readonly #flush: () => void;
  readonly #awaited: Awaited;
  /** Whether the process has ended. */
  readonly #isOver: () => boolean;
  /** The readers of the process that the input is for, and how often each has asked for something again. */
  #to = new Map<Proxy, number>();
  #writer: Writer | undefined;

  /** @param flush - sends at once what was written */
  constructor(flush: () => void, awaited: Awaited, isOver: () => boolean) {
    this.#flush = flush;
    this.#awaited = awaited;
    this.#isOver = isOver;
  }

  /** Sends at once what was written to the counterpart of an endpoint. */
  begin(to: Mirrored | undefined): void {
    this.#writer = to?.writer ?? to?.client?.writer ?? to?.server?.writer;
    const proxies = this.#writer?.proxies ?? [];
    this.#to = new Map(proxies.map((proxy) => [proxy, proxy.window.losses]));
    // Otherwise some readers would tell only after a while that they have it.
    for (const proxy of proxies) if (proxy.isWaiting) proxy.ask();
    this.#flush();
  }

  /**
   * Whether requests to these servers, sent now, arrive after the input unless a part of it is lost: all of it has
   * left, and for the same socket, which one thread of the process reads in order.
   */
  isFollowedBy(servers: readonly Mirrored[]): boolean {
    const asked = servers.flatMap(({ client }) => client?.writer.proxies ?? []);
    const [first] = asked;
    if (first === undefined) return false;
    const isSameWay = ({ reader: { peer, destination } }: Proxy) =>
      peer === first.reader.peer && destination === first.reader.destination;
    const isSent = (proxy: Proxy) => proxy.next > proxy.writer.history.last && isSameWay(proxy);
    return asked.every(isSameWay) && [...this.#to.keys()].every(isSent);
  }

  /** Whether the process has acknowledged all of it. What else it was sent, such as questions, does not count. */
  get isThere(): boolean {
    return this.#writer?.isAcknowledged !== false;
  }

  /** Waits until it is there, or the process has ended; false if that takes too long. */
  arrived(patienceMs: number): Promise<boolean> {
    return this.#awaited.until(() => this.#isOver() || this.isThere, patienceMs, LOOK_MS);
  }

  /** Whether something of it was sent more than once, so that what followed may have overtaken it. */
  get wasRepeated(): boolean {
    return [...this.#to].some(([{ window }, before]) => window.losses !== before);
  }
}
