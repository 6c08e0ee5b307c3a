import { askRosapi } from './ask_rosapi.js';
import type { Bridge, Reply } from './bridge.js';
import { ClientOutput, type Connection, compressed, type Form, formOf } from './client_output.js';
import { count, optionalText, readWords, rosName, text, type Words } from './client_words.js';
import { Fragments } from './fragments.js';
import { Goals } from './goals.js';
import { MAX_OPEN_CALLS, MAX_TOPICS } from './limits.js';
import { publishedCbor, publishedRawCbor } from './message_cbor.js';
import { toJson } from './message_json.js';
import { refused } from './refused.js';
import type { Sample } from './sample.js';
import { ServedActions } from './served_actions.js';
import { ServedServices } from './served_services.js';
import { TopicQueue } from './topic_queue.js';

/** How a message of a topic is written for a client, by the `compression` that it asks for. */
type Write = (topic: string, sample: Sample, time: bigint) => string | Uint8Array;
const WRITERS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['none', publishedJson],
  ['png', (topic, sample) => compressed(publishedJson(topic, sample))],
  ['cbor', (topic, { type, message }) => publishedCbor(topic, type, message)],
  ['cbor-raw', (topic, { payload }, time) => publishedRawCbor(topic, payload, time)],
]);

function publishedJson(topic: string, { json }: Sample): string {
  return `{"op":"publish","topic":${JSON.stringify(topic)},"msg":${json}}`;
}

interface Subscription {
  readonly queue: TopicQueue<string | Uint8Array>;
  readonly end: () => void;
}

/** One client: its operations, and what has to end when it leaves. */
export class ClientSession {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #advertised = new Map<string, () => void>();
  readonly #calls = new Set<() => void>();
  readonly #output: ClientOutput;
  readonly #goals: Goals;
  readonly #services: ServedServices;
  readonly #actions: ServedActions;
  readonly #fragments = new Fragments();

  constructor(
    readonly bridge: Bridge,
    connection: Connection,
  ) {
    const output = new ClientOutput(connection);
    this.#output = output;
    this.#goals = new Goals(bridge, (answer, form) => output.answer(answer, form));
    this.#services = new ServedServices(bridge, output);
    this.#actions = new ServedActions(bridge, output);
  }

  /** Does what a message asks for, or tells the client why not. */
  hear(message: string): void {
    let id: string | undefined;
    try {
      const words = readWords(message);
      id = optionalText(words, 'id');
      this.#do(words, id);
    } catch (error) {
      this.#output.tell('error', error instanceof Error ? error.message : String(error), id);
    }
  }

  #do(words: Words, id: string | undefined): void {
    const op = String(words.op);
    const does = Object.hasOwn(this.#operations, op) ? this.#operations[op] : undefined;
    if (does === undefined)
      throw refused(`The operation "${op.slice(0, 80)}" is not offered here.`);
    does(words, id);
  }

  readonly #operations: Readonly<Record<string, (words: Words, id?: string) => void>> = {
    subscribe: (words, id) => this.#subscribe(words, id),
    unsubscribe: (words, id) => this.#unsubscribe(rosName(words, 'topic'), id),
    advertise: (words) =>
      this.#advertise(rosName(words, 'topic'), text(words, 'type'), words.latch === true),
    unadvertise: (words, id) => this.#unadvertise(rosName(words, 'topic'), id),
    publish: (words) => this.#publish(words),
    call_service: (words, id) => this.#call(words, id),
    advertise_service: (words) => this.#services.advertise(words),
    unadvertise_service: (words) => this.#services.unadvertise(words),
    service_response: (words) => this.#services.respond(words),
    send_action_goal: (words) => this.#goals.send(words),
    cancel_action_goal: (words) => this.#goals.cancel(text(words, 'id')),
    advertise_action: (words) => this.#actions.advertise(words),
    unadvertise_action: (words) => this.#actions.unadvertise(words),
    action_feedback: (words) => this.#actions.feedback(words),
    action_result: (words) => this.#actions.result(words),
    set_level: (words) => this.#output.setLevel(text(words, 'level')),
    fragment: (words) => this.#assemble(words),
  };

  #assemble(words: Words): void {
    const whole = this.#fragments.add(words);
    if (whole !== undefined) this.hear(whole);
  }

  #subscribe(words: Words, id = ''): void {
    const topic = rosName(words, 'topic');
    const compression = optionalText(words, 'compression') ?? 'none';
    const write = WRITERS.get(compression);
    if (write === undefined) throw refused(`The compression "${compression}" is not offered.`);
    const type = optionalText(words, 'type');
    const throttleRate = count(words, 'throttle_rate');
    const fragmentSize = count(words, 'fragment_size');
    const pace = { throttleRate, queueLength: count(words, 'queue_length'), fragmentSize };
    const known = this.#subscriptions.get(topic);
    if (known !== undefined) {
      known.queue.add(id, pace);
      return;
    }
    if (this.#subscriptions.size >= MAX_TOPICS) throw refused(`No more than ${MAX_TOPICS} topics.`);
    const queue = new TopicQueue<string | Uint8Array>((data, fragmentSize) =>
      this.#output.send(data, fragmentSize),
    );
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

  #unadvertise(topic: string, id: string | undefined): void {
    const end = this.#advertised.get(topic);
    if (end === undefined) {
      this.#output.tell('warning', `This client does not advertise ${topic}.`, id);
      return;
    }
    end();
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
    let form: Form | undefined;
    const say = (text: string) => this.#output.answer(text, form);
    const fail = (values: string) => say(JSON.stringify({ ...head, result: false, values }));
    try {
      form = formOf(words);
      const args = words.args ?? {};
      const asked = askRosapi(this.bridge, service, args);
      if (asked !== undefined) {
        const tell = (values: object) => say(JSON.stringify({ ...head, result: true, values }));
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
          say(`${JSON.stringify({ ...head, result: true }).slice(0, -1)},"values":${values}}`);
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

  /** Called when the client has gone: ends everything that it began. */
  close(): void {
    for (const { queue, end } of this.#subscriptions.values()) {
      queue.close();
      end();
    }
    for (const end of this.#advertised.values()) end();
    for (const giveUp of [...this.#calls]) giveUp();
    this.#goals.close();
    this.#services.close();
    this.#actions.close();
    this.#subscriptions.clear();
    this.#advertised.clear();
  }
}
