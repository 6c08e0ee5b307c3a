import { askRosapi } from './ask_rosapi.js';
import type { Bridge, Reply } from './bridge.js';
import { refused } from './bridge.js';
import { count, optionalText, readWords, rosName, text, type Words } from './client_words.js';
import { Goals } from './goals.js';
import { MAX_OPEN_CALLS, MAX_TOPICS, MAX_UNSENT_ANSWERS, MAX_UNSENT_BYTES } from './limits.js';
import { publishedCbor, publishedRawCbor } from './message_cbor.js';
import { toJson } from './message_json.js';
import type { Sample } from './sample.js';
import { TopicQueue } from './topic_queue.js';

/** The connection of a client. */
export interface Connection {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
}

const LEVELS = ['info', 'warning', 'error', 'none'] as const;
type Level = (typeof LEVELS)[number];

/** How a message of a topic is written for a client, by the `compression` that it asks for. */
type Write = (topic: string, sample: Sample, time: bigint) => string | Uint8Array;
const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['none', (topic, { json }) => `{"op":"publish","topic":${JSON.stringify(topic)},"msg":${json}}`],
  ['cbor', (topic, { type, message }) => publishedCbor(topic, type, message)],
  ['cbor-raw', (topic, { payload }, time) => publishedRawCbor(topic, payload, time)],
]);

interface Subscription {
  readonly queue: TopicQueue<string | Uint8Array>;
  readonly end: () => void;
}

/** One client: its operations, and what it must leave behind when it goes. */
export class ClientSession {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #advertised = new Map<string, () => void>();
  readonly #calls = new Set<() => void>();
  readonly #goals: Goals;
  #level: Level = 'error';
  #dropped = 0;

  constructor(
    readonly bridge: Bridge,
    readonly connection: Connection,
  ) {
    this.#goals = new Goals(bridge, (answer) => this.#answer(answer));
  }

  /** Does what a message asks for, or tells the client why not. */
  hear(message: string): void {
    let id: string | undefined;
    try {
      const words = readWords(message);
      id = optionalText(words, 'id');
      this.#do(words, id);
    } catch (error) {
      this.#tell('error', error instanceof Error ? error.message : String(error), id);
    }
  }

  #do(words: Words, id: string | undefined): void {
    switch (words.op) {
      case 'subscribe':
        this.#subscribe(words, id);
        break;
      case 'unsubscribe':
        this.#unsubscribe(rosName(words, 'topic'), id);
        break;
      case 'advertise':
        this.#advertise(rosName(words, 'topic'), text(words, 'type'), words.latch === true);
        break;
      case 'unadvertise':
        this.#unadvertise(rosName(words, 'topic'));
        break;
      case 'publish':
        this.#publish(words);
        break;
      case 'call_service':
        this.#call(words, id);
        break;
      case 'send_action_goal':
        this.#goals.send(words);
        break;
      case 'cancel_action_goal':
        this.#goals.cancel(text(words, 'id'));
        break;
      case 'set_level':
        this.#setLevel(text(words, 'level'));
        break;
      default:
        throw refused(`The operation "${String(words.op).slice(0, 80)}" is not offered here.`);
    }
  }

  #subscribe(words: Words, id = ''): void {
    const topic = rosName(words, 'topic');
    const compression = optionalText(words, 'compression') ?? 'none';
    const write = WRITERS.get(compression);
    if (write === undefined) throw refused(`The compression "${compression}" is not offered.`);
    const type = optionalText(words, 'type');
    const throttleRate = count(words, 'throttle_rate');
    const pace = { throttleRate, queueLength: count(words, 'queue_length') };
    const known = this.#subscriptions.get(topic);
    if (known !== undefined) {
      known.queue.add(id, pace);
      return;
    }
    if (this.#subscriptions.size >= MAX_TOPICS) throw refused(`No more than ${MAX_TOPICS} topics.`);
    const queue = new TopicQueue<string | Uint8Array>((data) => this.#send(data));
    queue.add(id, pace);
    const { bridge } = this;
    // A client's first subscription to a topic decides how its messages are written.
    const end = bridge.subscribe(topic, type, (sample) =>
      queue.offer(write(topic, sample, bridge.pace.time)),
    );
    this.#subscriptions.set(topic, { queue, end });
  }

  #unsubscribe(topic: string, id: string | undefined): void {
    const subscription = this.#subscriptions.get(topic);
    if (subscription === undefined) return;
    subscription.queue.remove(id);
    if (!subscription.queue.isEmpty) return;
    this.#subscriptions.delete(topic);
    subscription.end();
  }

  #advertise(topic: string, type: string | undefined, isLatched: boolean): void {
    if (this.#advertised.has(topic)) return;
    if (this.#advertised.size >= MAX_TOPICS) throw refused(`No more than ${MAX_TOPICS} topics.`);
    this.#advertised.set(topic, this.bridge.advertise(topic, type, isLatched));
  }

  #unadvertise(topic: string): void {
    this.#advertised.get(topic)?.();
    this.#advertised.delete(topic);
  }

  /** A topic that the client did not advertise has the type that others gave it. */
  #publish(words: Words): void {
    const topic = rosName(words, 'topic');
    this.#advertise(topic, undefined, false);
    this.bridge.publish(topic, words.msg);
  }

  #call(words: Words, id: string | undefined): void {
    const service = rosName(words, 'service');
    const head = { op: 'service_response', id, service };
    const fail = (values: string) =>
      this.#answer(JSON.stringify({ ...head, result: false, values }));
    try {
      const args = words.args ?? {};
      const asked = askRosapi(this.bridge, service, args);
      if (asked !== undefined) {
        const tell = (values: object) =>
          this.#answer(JSON.stringify({ ...head, result: true, values }));
        if (asked instanceof Promise) {
          asked.then(tell, ({ message }: Error) => fail(message));
        } else tell(asked);
        return;
      }
      if (this.#calls.size >= MAX_OPEN_CALLS)
        throw refused(`No more than ${MAX_OPEN_CALLS} calls.`);
      const seconds = count(
        { ...words, timeout: Math.max(0, Number(words.timeout ?? 0)) },
        'timeout',
      );
      this.#await(service, args, seconds, (reply) => {
        if ('failure' in reply) fail(reply.failure);
        else {
          const values = toJson(reply.type, reply.message);
          this.#answer(
            `${JSON.stringify({ ...head, result: true }).slice(0, -1)},"values":${values}}`,
          );
        }
      });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param seconds - 0: as long as it takes */
  #await(service: string, args: unknown, seconds: number, done: (reply: Reply) => void): void {
    let timer: NodeJS.Timeout | undefined;
    const end = (reply: Reply | undefined) => {
      clearTimeout(timer);
      this.#calls.delete(giveUp);
      if (reply !== undefined) done(reply);
    };
    const forget = this.bridge.call(service, args, end);
    const giveUp = () => {
      forget();
      end(undefined);
    };
    this.#calls.add(giveUp);
    if (seconds === 0) return;
    const late = () => {
      forget();
      end({ failure: `${service} has not answered within ${seconds} s.` });
    };
    timer = setTimeout(late, Math.min(seconds * 1000, 2 ** 31 - 1));
  }

  #setLevel(level: string): void {
    if (!LEVELS.includes(level as Level)) throw refused(`The level "${level}" does not exist.`);
    this.#level = level as Level;
  }

  #tell(level: Level, msg: string, id: string | undefined): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.#level)) return;
    this.#answer(JSON.stringify({ op: 'status', level, msg, ...(id === undefined ? {} : { id }) }));
  }

  /** A message of a topic: a client that does not keep up misses some. */
  #send(data: string | Uint8Array): void {
    if (this.connection.bufferedAmount <= MAX_UNSENT_BYTES) this.connection.send(data);
    else if (this.#dropped++ === 0) {
      this.#tell(
        'warning',
        'This client reads too slowly: messages of its topics are dropped.',
        undefined,
      );
    }
  }

  /** What no client can do without. */
  #answer(text: string): void {
    if (this.connection.bufferedAmount <= MAX_UNSENT_ANSWERS) this.connection.send(text);
    else this.connection.close(1013, 'too many answers wait to be read');
  }

  /** The client has gone. */
  close(): void {
    for (const { queue, end } of this.#subscriptions.values()) {
      queue.close();
      end();
    }
    for (const end of this.#advertised.values()) end();
    for (const giveUp of [...this.#calls]) giveUp();
    this.#goals.close();
    this.#subscriptions.clear();
    this.#advertised.clear();
  }
}
