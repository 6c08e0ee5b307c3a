import type { Bridge } from '../bridge.js';
import type { Connection } from '../client_output.js';
import { rosName, text, type Words } from '../client_words.js';
import { MAX_OPEN_CALLS, MAX_TOPICS, MAX_UNSENT_ANSWERS, MAX_UNSENT_BYTES } from '../limits.js';
import { toJson } from '../message_json.js';
import { refused } from '../refused.js';
import { type Channel, channelOf, Numbered, type Service, serviceOf } from './channels.js';
import { ConnectionGraph } from './connection_graph.js';
import {
  messageFrame,
  playbackFrame,
  readFrame,
  refusedAssetFrame,
  responseFrame,
  timeFrame,
} from './frames.js';
import { WatchedParameters } from './watched_parameters.js';
import { jsonOf, listOf, namesOf, numberIn, numbersOf, wordsOf } from './words_of.js';

const CAPABILITIES = [
  ...['clientPublish', 'services', 'parameters', 'parametersSubscribe', 'connectionGraph'],
  ...['time', 'playbackControl'],
];
/** Clients are told that a run lasts this long, in ns, because nobody knows how long it will. */
const RANGE = 86_400_000_000_000n;
/** Levels of a status. */
const WARNING = 1;
const ERROR = 2;

/** A topic that the client itself publishes. */
interface Published {
  readonly topic: string;
  readonly isJson: boolean;
  readonly end: () => void;
}

/** One client that speaks the Foxglove WebSocket protocol: Foxglove, Lichtblick, or Orrery's own page. */
export class FoxgloveSession {
  readonly #channels = new Numbered<Channel>();
  readonly #services = new Numbered<Service>();
  readonly #subscriptions = new Map<number, () => void>();
  readonly #published = new Map<number, Published>();
  readonly #calls = new Set<() => void>();
  readonly #parameters: WatchedParameters;
  readonly #leave: () => void;
  /** Undefined: the client has not asked for it. */
  #graph: ConnectionGraph | undefined;
  #isUpdating = false;
  #dropped = 0;
  #lastTime = -1n;

  constructor(
    readonly bridge: Bridge,
    readonly connection: Connection,
  ) {
    this.#parameters = new WatchedParameters(bridge, {
      say: (words) => this.#say(words),
      refuse: (problem) => this.#tell(ERROR, problem),
    });
    const { start } = bridge.pace;
    this.#say({
      ...{ op: 'serverInfo', name: 'orrery', capabilities: CAPABILITIES },
      ...{ supportedEncodings: ['cdr', 'json'], metadata: {}, sessionId: String(start) },
      ...{ dataStartTime: stampOf(start), dataEndTime: stampOf(start + RANGE) },
    });
    this.#sayPlayback('');
    this.#offer();
    const changed = () => this.#changed();
    const ticked = () => this.#tick();
    const paced = (requestId: string) => this.#sayPlayback(requestId);
    this.#leave = bridge.watch({ changed, ticked, paced });
  }

  /** Does what a message asks for, or tells the client why not. */
  hear(data: Uint8Array, isBinary: boolean): void {
    try {
      if (isBinary) this.#hearFrame(data);
      else this.#do(wordsOf(data));
    } catch (error) {
      this.#tell(ERROR, error instanceof Error ? error.message : String(error));
    }
  }

  #do(words: Words): void {
    switch (words.op) {
      case 'subscribe':
        for (const each of listOf(words, 'subscriptions')) this.#subscribe(each);
        break;
      case 'unsubscribe':
        for (const id of numbersOf(words, 'subscriptionIds')) this.#unsubscribe(id);
        break;
      case 'advertise':
        for (const each of listOf(words, 'channels')) this.#advertise(each);
        break;
      case 'unadvertise':
        for (const id of numbersOf(words, 'channelIds')) this.#unadvertise(id);
        break;
      case 'getParameters':
        void this.#parameters.send(namesOf(words), words.id);
        break;
      case 'setParameters':
        void this.#parameters.set(listOf(words, 'parameters'), words.id);
        break;
      case 'subscribeParameterUpdates':
        this.#parameters.watch(namesOf(words));
        break;
      case 'unsubscribeParameterUpdates':
        this.#parameters.forget(namesOf(words));
        break;
      case 'subscribeConnectionGraph':
        this.#graph = new ConnectionGraph(this.bridge);
        this.#say(this.#graph.update());
        break;
      case 'unsubscribeConnectionGraph':
        this.#graph = undefined;
        break;
      case 'fetchAsset':
        this.#answer(
          refusedAssetFrame(numberIn(words, 'requestId'), 'A run gives no files to its clients.'),
        );
        break;
      default:
        throw refused(`The operation ${JSON.stringify(words.op)} does not exist here.`);
    }
  }

  #hearFrame(data: Uint8Array): void {
    const frame = readFrame(data);
    if (frame.kind === 'message') this.#publish(frame.channel, frame.payload);
    else if (frame.kind === 'request') this.#call(frame);
    else {
      const { isPlay, speed, seek, requestId } = frame;
      const rate = speed > 0 && Number.isFinite(speed) ? speed : undefined;
      this.bridge.setPace({ isPaused: !isPlay, rate, seek: this.#allowed(seek), requestId });
    }
  }

  /** Going back takes a new run, which only the starter of the run can make. */
  #allowed(seek: bigint | undefined): bigint | undefined {
    const { pace, more } = this.bridge;
    if (seek === undefined || seek >= pace.time || more.canRepeat) return seek;
    this.#tell(WARNING, 'This run is not recorded, so it cannot be repeated from an earlier time.');
    return undefined;
  }

  #subscribe(words: Words): void {
    const [id, channel] = [numberIn(words, 'id'), numberIn(words, 'channelId')];
    const topic = this.#channels.name(channel);
    if (topic === undefined) throw refused(`There is no channel ${channel}.`);
    if (this.#subscriptions.has(id)) throw refused(`The subscription ${id} already exists.`);
    if (this.#subscriptions.size >= MAX_TOPICS) throw refused(`No more than ${MAX_TOPICS} topics.`);
    // A latched message comes before the subscription is noted; nothing else is sent in between.
    const end = this.bridge.subscribe(topic, undefined, ({ payload }) => {
      this.#send(messageFrame(id, this.bridge.pace.time, payload));
    });
    this.#subscriptions.set(id, end);
  }

  #unsubscribe(id: number): void {
    this.#subscriptions.get(id)?.();
    this.#subscriptions.delete(id);
  }

  #advertise(words: Words): void {
    const id = numberIn(words, 'id');
    const encoding = text(words, 'encoding');
    if (encoding !== 'cdr' && encoding !== 'json') {
      throw refused(`Messages are sent as cdr or json, not as ${JSON.stringify(encoding)}.`);
    }
    if (this.#published.has(id)) throw refused(`The channel ${id} already exists.`);
    if (this.#published.size >= MAX_TOPICS) throw refused(`No more than ${MAX_TOPICS} topics.`);
    const topic = rosName(words, 'topic');
    const end = this.bridge.advertise(topic, text(words, 'schemaName'), false);
    this.#published.set(id, { topic, isJson: encoding === 'json', end });
  }

  #unadvertise(id: number): void {
    this.#published.get(id)?.end();
    this.#published.delete(id);
  }

  #publish(id: number, payload: Uint8Array): void {
    const channel = this.#published.get(id);
    if (channel === undefined) throw refused(`The channel ${id} is not advertised.`);
    if (channel.isJson) this.bridge.publish(channel.topic, jsonOf(payload));
    else this.bridge.publishEncoded(channel.topic, payload);
  }

  #call(frame: Extract<ReturnType<typeof readFrame>, { kind: 'request' }>): void {
    const { service, call, encoding, payload } = frame;
    const fail = (message: string): void => {
      this.#say({ op: 'serviceCallFailure', serviceId: service, callId: call, message });
    };
    const name = this.#services.name(service);
    try {
      if (name === undefined) throw refused(`There is no service ${service}.`);
      if (this.#calls.size >= MAX_OPEN_CALLS)
        throw refused(`No more than ${MAX_OPEN_CALLS} calls.`);
      if (encoding !== 'json' && encoding !== 'cdr') {
        throw refused(`Requests are made in cdr or json, not in ${JSON.stringify(encoding)}.`);
      }
      const isJson = encoding === 'json';
      const args = isJson ? { json: jsonOf(payload) } : { payload };
      const forget = this.bridge.callEncoded(name, args, (reply) => {
        this.#calls.delete(forget);
        if ('failure' in reply) fail(reply.failure);
        else {
          const { type, message } = reply;
          const values = isJson ? Buffer.from(toJson(type, message)) : type.encode(message);
          this.#answer(responseFrame(service, call, encoding, values));
        }
      });
      this.#calls.add(forget);
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** Changes come in bursts, e.g. when a node starts, so they are announced together. */
  #changed(): void {
    if (this.#isUpdating) return;
    this.#isUpdating = true;
    setTimeout(() => {
      this.#isUpdating = false;
      this.#offer();
    }, 20);
  }

  #offer(): void {
    const { bridge } = this;
    const channels = this.#channels.update(bridge.topics, (id, topic, type) =>
      channelOf(bridge, id, topic, type),
    );
    const servers = new Map(bridge.view.all('server').map(({ name, type }) => [name, type]));
    const services = this.#services.update(servers, (id, name, type) =>
      serviceOf(bridge, id, name, type),
    );
    const say = (op: string, key: string, list: readonly unknown[]) => {
      if (list.length > 0) this.#say({ op, [key]: list });
    };
    say('unadvertise', 'channelIds', channels.removed);
    say('advertise', 'channels', channels.added);
    say('unadvertiseServices', 'serviceIds', services.removed);
    say('advertiseServices', 'services', services.added);
    if (this.#graph !== undefined) this.#say(this.#graph.update());
  }

  #tick(): void {
    const { time } = this.bridge.pace;
    if (time <= this.#lastTime) return;
    this.#lastTime = time;
    this.#send(timeFrame(time));
  }

  #sayPlayback(requestId: string): void {
    const { isPaused, time, rate: speed, hasSought: didSeek } = this.bridge.pace;
    this.#answer(playbackFrame({ isPaused, time, speed, didSeek, requestId }));
  }

  #tell(level: number, message: string): void {
    this.#say({ op: 'status', level, message });
  }

  #say(words: object): void {
    this.#answer(JSON.stringify(words));
  }

  /** Sends what a client that does not keep up can do without. */
  #send(frame: Buffer): void {
    if (this.connection.bufferedAmount <= MAX_UNSENT_BYTES) this.connection.send(frame);
    else if (this.#dropped++ === 0) {
      this.#tell(WARNING, 'This client reads too slowly: messages of its topics are dropped.');
    }
  }

  /** Sends what no client can do without. */
  #answer(what: string | Buffer): void {
    if (this.connection.bufferedAmount <= MAX_UNSENT_ANSWERS) this.connection.send(what);
    else this.connection.close(1013, 'too many answers wait to be read');
  }

  /** Called when the client has gone: ends everything that it began. */
  close(): void {
    this.#leave();
    this.#parameters.close();
    for (const end of this.#subscriptions.values()) end();
    for (const { end } of this.#published.values()) end();
    for (const forget of this.#calls) forget();
    this.#subscriptions.clear();
    this.#published.clear();
    this.#calls.clear();
  }
}

function stampOf(time: bigint): object {
  return { sec: Number(time / 1_000_000_000n), nsec: Number(time % 1_000_000_000n) };
}
