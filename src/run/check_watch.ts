import {
  type CallbackTiming,
  Client,
  type Graph,
  type Observer,
  type Publisher,
  type Service,
  type Waitable,
} from '../graph/index.js';
import { decodeShown } from '../interfaces/index.js';
import {
  type CheckVerdict,
  LivenessMonitor,
  parseLiveness,
  parseTopicCondition,
  type TopicCondition,
  topicsOfLiveness,
} from '../system/index.js';
import type { MessageSink } from '../trace/index.js';

/** The requests of a client. */
interface Requests {
  sent: number;
  /** When those without a response were sent, by their numbers at the client. */
  readonly open: Map<number, number>;
}

/** Passes messages on, counts those that conditions refer to, and feeds the monitors of what must happen. */
export class CheckWatch implements MessageSink, Observer {
  readonly #graph: Graph;
  readonly #next: MessageSink | undefined;
  readonly #monitors: readonly LivenessMonitor[];
  readonly #topics: ReadonlySet<string>;
  readonly #expected: readonly TopicCondition[];
  readonly #seen = new Map<string, number>();
  readonly #requests = new Map<Client, Requests>();
  /** What was last seen ready but not running, and since when. */
  readonly #ready = new Map<Waitable, number>();

  constructor(
    graph: Graph,
    expect: readonly string[],
    liveness: readonly string[],
    next: MessageSink | undefined,
  ) {
    this.#graph = graph;
    this.#next = next;
    this.#expected = expect.map(parseTopicCondition);
    const conditions = liveness.map((text) => [text, parseLiveness(text)] as const);
    this.#monitors = conditions.map(([text, each]) => new LivenessMonitor(text, each));
    const inside = conditions.flatMap(([, each]) => topicsOfLiveness(each));
    this.#topics = new Set(inside.map(({ topic }) => topic));
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    this.#next?.message(publisher, bytes, sequence);
    const { name, type } = publisher;
    this.#seen.set(name, (this.#seen.get(name) ?? 0) + 1);
    this.#noteReady(publisher);
    if (!this.#topics.has(name)) return;
    let decoded: unknown;
    const decode = () => {
      decoded ??= decodeShown(type, bytes);
      return decoded;
    };
    const { now } = this.#graph.kernel;
    for (const monitor of this.#monitors) monitor.message(name, now, decode);
  }

  called(sender: Client | Service): number {
    if (!(sender instanceof Client)) return 0;
    const requests = this.#requests.get(sender) ?? { sent: 0, open: new Map<number, number>() };
    this.#requests.set(sender, requests);
    requests.open.set(++requests.sent, this.#graph.kernel.now);
    return 0;
  }

  callbackStarted(entity: Waitable): void {
    this.#ready.delete(entity);
    if (!(entity instanceof Client)) return;
    const open = this.#requests.get(entity)?.open;
    const since = open?.get(entity.sequenceOfBeginning);
    if (since === undefined) return;
    open?.delete(entity.sequenceOfBeginning);
    this.#tell('answered', since, () => requestOf(entity));
  }

  callbackCompleted({ entity, ready, start }: CallbackTiming): void {
    for (const each of this.#monitors)
      each.waited('starvation', ready, start, () => entity.anchor());
  }

  /** The results of the checks. */
  verdicts(): CheckVerdict[] {
    for (const [client, { open }] of this.#requests) {
      for (const each of open.values()) this.#tell('answered', each, () => requestOf(client));
    }
    for (const [entity, since] of this.#ready) {
      const isWaiting = !entity.destroyed && (entity.pending ?? 0) > 0;
      if (isWaiting) this.#tell('starvation', since, () => entity.anchor());
    }
    const { now } = this.#graph.kernel;
    return [
      ...this.#expected.map(({ text, topic }) => ({ text, seen: this.#seen.get(topic) ?? 0 })),
      ...this.#monitors.map((monitor) => monitor.finish(now)),
    ];
  }

  #tell(kind: 'answered' | 'starvation', since: number, what: () => string): void {
    for (const each of this.#monitors) each.waited(kind, since, this.#graph.kernel.now, what);
  }

  /** Its subscriptions will have work to do, at the latest when the message arrives. */
  #noteReady({ subscriptions }: Publisher): void {
    const { now } = this.#graph.kernel;
    for (const each of subscriptions) if (!this.#ready.has(each)) this.#ready.set(each, now);
  }
}

function requestOf({ name, node }: Waitable): string {
  return `the request of ${node.fullName} to ${name}`;
}
