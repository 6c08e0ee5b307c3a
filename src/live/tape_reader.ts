import { type BagMessage, type BagReader, openBag, TAPE_EVENTS } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import { type MessageType, TypeRegistry } from '../interfaces/index.js';
import { decodeEvent, EVENT_TYPE, type TapeEvent } from './tape_events.js';
import type { WireInput } from './wire.js';

/** An input of an earlier run. */
export interface TapedInput {
  /** ns since the epoch. */
  readonly at: bigint;
  /** Undefined marks the end of the run. */
  readonly input: WireInput | undefined;
}

/** Reads the inputs from outside that a run recorded, one after the other. */
export class TapeReader {
  /** The clock's time when the programs had been loaded. */
  readonly initialTime: bigint;
  /** The ROS 2 domain of the recorded run. */
  readonly domain: number;
  readonly #bag: BagReader;
  readonly #messages: Iterator<BagMessage>;
  readonly #event: MessageType;

  private constructor(bag: BagReader) {
    this.#bag = bag;
    this.#event = new TypeRegistry({ amentPrefixPath: '' }).message(EVENT_TYPE);
    this.#messages = bag.messages();
    const first = this.#message();
    const start = first === undefined ? undefined : this.#eventOf(first);
    if (first === undefined || start?.kind !== 'start') throw damaged(bag.path);
    this.initialTime = first.logTime;
    this.domain = start.domain;
  }

  /** @throws OrreryError `ORR_BAG_…`, `ORR_LIVE_TAPE` */
  static async open(path: string): Promise<TapeReader> {
    return new TapeReader(await openBag(path));
  }

  /** The next input; undefined at the end of the tape. */
  read(): TapedInput | undefined {
    const message = this.#message();
    if (message === undefined) return undefined;
    const event = this.#eventOf(message);
    const at = message.logTime;
    if (event.kind === 'end') return { at, input: undefined };
    if (event.kind === 'start') throw damaged(this.#bag.path);
    if (!('topic' in event)) return { at, input: event };
    const { topic, ...sample } = event;
    const data = this.#message();
    if (data?.topic !== topic) throw damaged(this.#bag.path);
    return { at, input: { ...sample, payload: new Uint8Array(data.data) } };
  }

  #message(): BagMessage | undefined {
    const { value, done } = this.#messages.next();
    return done === true ? undefined : value;
  }

  #eventOf({ topic, data }: BagMessage): TapeEvent {
    if (topic !== TAPE_EVENTS) throw damaged(this.#bag.path);
    return decodeEvent(String(this.#event.decode(data).data));
  }

  close(): void {
    this.#bag.close();
  }
}

function damaged(file: string): OrreryError {
  return new OrreryError(
    'ORR_LIVE_TAPE',
    `${file} holds ${TAPE_EVENTS}, but not what a run with --live writes there; play it without that topic.`,
    { place: { file } },
  );
}
