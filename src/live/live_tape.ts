import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BagWriter, createBag, TAPE_EVENTS, toRecordedQos } from '../bag/index.js';
import type { Graph } from '../graph/index.js';
import type { MessageType, TypeRegistry } from '../interfaces/index.js';
import type { LiveSession } from './live_session.js';
import { EVENT_TYPE, encodeEvent, type TapeEvent } from './tape_events.js';
import type { WireInput } from './wire.js';

/**
 * Records inputs from outside with their times, as an ordinary bag of the messages that nodes outside sent. One
 * additional topic says who sent them, what else arrived, and in which order.
 */
export class LiveTape {
  readonly #bag: BagWriter;
  readonly #event: MessageType;
  readonly #events: number;
  readonly #channels = new Map<string, number>();
  #graph: Graph | undefined;
  #session: LiveSession | undefined;

  private constructor(bag: BagWriter, types: TypeRegistry) {
    this.#bag = bag;
    this.#event = types.message(EVENT_TYPE);
    this.#events = this.#addTopic(TAPE_EVENTS, this.#event, []);
  }

  /** @throws OrreryError `ORR_OUTPUT_…` */
  static async create(path: string, types: TypeRegistry): Promise<LiveTape> {
    mkdirSync(dirname(path), { recursive: true });
    return new LiveTape(await createBag(path, { inPlace: true }), types);
  }

  /** Starts the clock when the programs have been loaded. */
  start(session: LiveSession, domain: number): void {
    const { graph, distro } = session.world;
    this.#graph = graph;
    this.#session = session;
    this.#write({ kind: 'start', domain, distro }, graph.kernel.now);
  }

  /** @param at - when the run gets it, ns since its start */
  note(input: WireInput, at: number): void {
    const session = this.#session!;
    const publisher =
      input.kind === 'sample' ? session.mirror.publisherOf(input.writer) : undefined;
    if (input.kind !== 'sample' || publisher === undefined) {
      this.#write(input, at);
      return;
    }
    const { payload, ...rest } = input;
    this.#write({ ...rest, topic: publisher.name }, at);
    const { name, type, qos } = publisher;
    const key = `${name} ${type.name}`;
    const channel = this.#channels.get(key) ?? this.#addTopic(name, type, [toRecordedQos(qos)]);
    this.#channels.set(key, channel);
    const stamp = this.#stamp(at);
    this.#bag.write(channel, stamp, stamp, input.sequence >>> 0, payload);
  }

  #write(event: TapeEvent, at: number): void {
    const data = this.#event.encode(this.#event.normalize({ data: encodeEvent(event) }));
    const stamp = this.#stamp(at);
    this.#bag.write(this.#events, stamp, stamp, 0, data);
  }

  #stamp(at: number): bigint {
    return this.#graph!.epoch + BigInt(at);
  }

  #addTopic(name: string, type: MessageType, offered: ReturnType<typeof toRecordedQos>[]): number {
    return this.#bag.addTopic({
      ...{ name, type: type.name, typeHash: type.hash, schema: type.schemaText },
      offeredQosProfiles: offered,
    });
  }

  /** Completes the tape at the end of the run. */
  close(): void {
    if (this.#graph !== undefined) this.#write({ kind: 'end' }, this.#graph.kernel.now);
    this.#bag.close();
  }
}
