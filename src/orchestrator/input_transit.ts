/** An input on its way to a process, and whether questions sent after it also arrive after it. */
import type { UdpDriver, Writer } from '../dds/index.js';
import type { Awaited } from './awaited.js';
import type { Mirrored } from './mirrored.js';

/** How often to check whether it was acknowledged; ms. */
const LOOK_MS = 1;

type Proxy = Writer['proxies'][number];

export class InputTransit {
  readonly #driver: Pick<UdpDriver, 'flush' | 'sent'>;
  readonly #awaited: Awaited;
  /** Whether the process has ended. */
  readonly #isOver: () => boolean;
  /**
   * The readers of the process that receive the input and the questions, and how often each had
   * requested something again.
   */
  readonly #losses = new Map<Proxy, number>();
  #to: Mirrored | undefined;
  /** Whether the questions are in the only datagram of the input, so that their answers show that it has arrived. */
  #isShared = false;

  constructor(driver: Pick<UdpDriver, 'flush' | 'sent'>, awaited: Awaited, isOver: () => boolean) {
    this.#driver = driver;
    this.#awaited = awaited;
    this.#isOver = isOver;
  }

  /** Sends at once what was written to the counterpart of an endpoint. */
  begin(to: Mirrored | undefined): void {
    this.#note(to);
    this.#askWhetherItIsThere();
    this.#driver.flush();
  }

  /**
   * Like {@link begin}, with requests to these servers behind the input.
   *
   * @param isProof - whether their responses, if conclusive, suffice to show that the input has
   *   arrived
   * @returns whether the requests arrive after the input unless a part of it is lost
   */
  beginWith(
    to: Mirrored | undefined,
    servers: readonly Mirrored[],
    call: () => void,
    isProof: boolean,
  ): boolean {
    // A writer with a backlog sends it before anything written since.
    if (!isOneWay(to, servers) || servers.some(({ client }) => client?.writer.isWaiting)) {
      this.begin(to);
      if (!this.isFollowedBy(servers)) return false;
      call();
      this.#driver.flush();
      return true;
    }
    this.#note(to);
    const asked = servers.flatMap(proxiesTo);
    for (const proxy of asked) this.#losses.set(proxy, proxy.window.losses);
    if (!isProof) this.#askWhetherItIsThere();
    const { sent } = this.#driver;
    call();
    this.#driver.flush();
    const isFollowed = this.isFollowedBy(servers);
    const isOne = this.#driver.sent === sent + 1 && asked.every(hasLeft);
    this.#isShared = isProof && isFollowed && isOne;
    if (isProof && !this.#isShared) {
      this.#askWhetherItIsThere();
      this.#driver.flush();
    }
    return isFollowed;
  }

  #note(to: Mirrored | undefined): void {
    this.#to = to;
    this.#isShared = false;
    this.#losses.clear();
    for (const proxy of proxiesTo(to)) this.#losses.set(proxy, proxy.window.losses);
  }

  /** Requests acknowledgements, which readers would otherwise send only after a while. */
  #askWhetherItIsThere(): void {
    for (const proxy of proxiesTo(this.#to)) if (proxy.isWaiting) proxy.ask();
  }

  /**
   * Whether requests to these servers, sent now, arrive after the input unless a part of it is lost: the whole
   * input has been sent, and to the same socket, which one thread of the process reads in order.
   */
  isFollowedBy(servers: readonly Mirrored[]): boolean {
    return isOneWay(this.#to, servers) && proxiesTo(this.#to).every(hasLeft);
  }

  /**
   * Whether the process has acknowledged the whole input; if the questions share its datagram, this is not needed
   * unless something was lost. Other messages to the process, such as questions, do not count.
   */
  get isThere(): boolean {
    if (this.#isShared && !this.wasRepeated) return true;
    return writerTo(this.#to)?.isAcknowledged !== false;
  }

  /** Waits until the input has arrived or the process has ended; false if this takes too long. */
  arrived(patienceMs: number): Promise<boolean> {
    return this.#awaited.until(() => this.#isOver() || this.isThere, patienceMs, LOOK_MS);
  }

  /**
   * Whether a part of the input or of its questions was sent more than once, so that later messages
   * may have overtaken it.
   */
  get wasRepeated(): boolean {
    for (const [{ window }, before] of this.#losses) if (window.losses !== before) return true;
    return false;
  }
}

const writerTo = (to: Mirrored | undefined) =>
  to?.writer ?? to?.client?.writer ?? to?.server?.writer;

const proxiesTo = (to: Mirrored | undefined): readonly Proxy[] => writerTo(to)?.proxies ?? [];

/** Whether an input and requests to these servers go to the same socket. */
function isOneWay(to: Mirrored | undefined, servers: readonly Mirrored[]): boolean {
  let first: Proxy | undefined;
  for (const server of servers) {
    for (const proxy of proxiesTo(server)) {
      first ??= proxy;
      if (!haveOneWay(proxy, first)) return false;
    }
  }
  return first !== undefined && proxiesTo(to).every((proxy) => haveOneWay(proxy, first));
}

const haveOneWay = ({ reader: a }: Proxy, { reader: b }: Proxy) =>
  a.peer === b.peer && a.destination === b.destination;

/** Whether everything written for a reader has been sent. */
const hasLeft = (proxy: Proxy) => proxy.next > proxy.writer.history.last;
