import type { PublicationFields } from './publication_message.js';
import type { CallbackRecord } from './sinks.js';
import { setUint64, uint64 } from './uint64.js';

/** Type name of a trace record. */
export const CALLBACK_TYPE = 'orrery_msgs/msg/Callback';

/** Its definition; the trace is an ordinary MCAP with one channel per entity. */
export const CALLBACK_DEFINITION = `uint64 number
uint64 cause
uint64 duration
uint32 input
uint32 outputs
uint32 output
uint32 thread
uint32 overwritten
uint64 waited
uint64 sequence
uint64 travelled
uint32 publisher
uint32 state
uint32[] publishers
uint64[] sequences
`;

/**
 * Where `publishers` begin; records of an earlier version end there, those of the version before at
 * `sequence`.
 */
const LISTS_AT = 4 + 3 * 8 + 5 * 4 + 4 + 3 * 8 + 2 * 4;
const FEWEST_BYTES = 4 + 3 * 8 + 5 * 4 + 4 + 8;

const NONE: readonly number[] = [];

/** A trace record that was read; its entity and time are in the channel and stamp. */
export type CallbackFields = Pick<
  CallbackRecord,
  | 'number'
  | 'cause'
  | 'duration'
  | 'input'
  | 'outputs'
  | 'output'
  | 'thread'
  | 'overwritten'
  | 'waited'
  | 'sequence'
  | 'travelled'
  | 'state'
> & {
  /** Number of the publisher of its input, as in {@link SystemDescription}; 0: none. */
  readonly publisher: number;
  /** Numbers of the publishers of what it published before it returned, in order. */
  readonly publishers: readonly number[];
  /** The number of each of these messages at its publisher. */
  readonly sequences: readonly number[];
};

/** XCDR1, little endian. */
const ENCAPSULATION = 0x100;

/** A trace record that is encoded where it is recorded. */
export class EncodedCallback {
  #record: CallbackRecord | undefined;
  #publisher = 0;
  #publishers: readonly number[] = NONE;
  /** Bytes of the record. */
  length = 0;

  /**
   * Takes a record, until the next one is taken.
   *
   * @param publisher - number of the publisher of its input; 0: none
   * @param publishers - number of the publisher of each message that it published
   */
  take(record: CallbackRecord, publisher: number, publishers: readonly number[]): void {
    this.#record = record;
    this.#publisher = publisher;
    this.#publishers = publishers;
    this.length = bytesFor(record.published);
  }

  /** Writes the record into memory that may hold anything. */
  writeTo(view: DataView, at: number): void {
    const record = this.#record!;
    view.setUint32(at, ENCAPSULATION, true);
    setUint64(view, at + 4, record.number);
    setUint64(view, at + 12, record.cause);
    setUint64(view, at + 20, record.duration);
    view.setUint32(at + 28, record.input, true);
    view.setUint32(at + 32, record.outputs, true);
    view.setUint32(at + 36, record.output, true);
    view.setUint32(at + 40, record.thread, true);
    view.setUint32(at + 44, record.overwritten, true);
    // CDR puts 8-byte numbers at multiples of 8 from the end of the encapsulation.
    view.setUint32(at + 48, 0, true);
    setUint64(view, at + 52, record.waited);
    setUint64(view, at + 60, record.sequence);
    setUint64(view, at + 68, record.travelled);
    view.setUint32(at + 76, this.#publisher, true);
    view.setUint32(at + 80, record.state, true);
    this.#writeLists(view, at, record);
  }

  #writeLists(view: DataView, at: number, { published, sequences }: CallbackRecord): void {
    const publishers = this.#publishers;
    const second = at + LISTS_AT + 4 + 4 * published;
    view.setUint32(at + LISTS_AT, published, true);
    for (let i = 0; i < published; i++) {
      view.setUint32(at + LISTS_AT + 4 + 4 * i, publishers[i]!, true);
    }
    view.setUint32(second, published, true);
    if (published === 0) return;
    const first = at + sequencesAt(published);
    if (published & 1) view.setUint32(first - 4, 0, true);
    for (let i = 0; i < published; i++) setUint64(view, first + 8 * i, sequences[i]!);
  }
}

/**
 * Where the numbers of this many publications begin: at a multiple of 8 after the encapsulation.
 */
function sequencesAt(published: number): number {
  return LISTS_AT + 8 + 4 * (published + (published & 1));
}

function bytesFor(published: number): number {
  return published === 0 ? LISTS_AT + 8 : sequencesAt(published) + 8 * published;
}

/** Reads a trace record; undefined if the bytes are not one. */
export function decodeCallback(bytes: Uint8Array): CallbackFields | undefined {
  if (bytes.length < FEWEST_BYTES || bytes[1] !== 1) return undefined;
  const complete = bytes.length >= LISTS_AT;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const published = bytes.length < LISTS_AT + 8 ? 0 : view.getUint32(LISTS_AT, true);
  if (published > 0 && bytes.length < bytesFor(published)) return undefined;
  return {
    number: uint64(view, 4),
    cause: uint64(view, 12),
    duration: uint64(view, 20),
    input: view.getUint32(28, true),
    outputs: view.getUint32(32, true),
    output: view.getUint32(36, true),
    thread: view.getUint32(40, true),
    overwritten: view.getUint32(44, true),
    waited: uint64(view, 52),
    sequence: complete ? uint64(view, 60) : 0,
    travelled: complete ? uint64(view, 68) : 0,
    publisher: complete ? view.getUint32(76, true) : 0,
    state: complete ? view.getUint32(80, true) : 0,
    publishers: published === 0 ? NONE : publishersOf(view, published),
    sequences: published === 0 ? NONE : sequencesOf(view, published),
  };
}

function publishersOf(view: DataView, published: number): number[] {
  const publishers: number[] = [];
  for (let i = 0; i < published; i++) publishers.push(view.getUint32(LISTS_AT + 4 + 4 * i, true));
  return publishers;
}

function sequencesOf(view: DataView, published: number): number[] {
  const sequences: number[] = [];
  const first = sequencesAt(published);
  for (let i = 0; i < published; i++) sequences.push(uint64(view, first + 8 * i));
  return sequences;
}

/** A publication that the record of a callback mentions. */
export interface PublicationOfCallback extends PublicationFields {
  /** Number of its publisher, as in {@link SystemDescription}. */
  readonly publisher: number;
}

/**
 * What a callback published before it returned, in order: as if each had its own record
 * before that of the callback, with the same stamp.
 *
 * @param entity - number of the callback's entity
 */
export function publicationsOf(fields: CallbackFields, entity: number): PublicationOfCallback[] {
  return fields.publishers.map((publisher, i) => ({
    publisher,
    sequence: fields.sequences[i]!,
    cause: fields.number,
    elapsed: 0,
    inputSequence: fields.sequence,
    inputPublisher: fields.publisher,
    callback: entity,
  }));
}
