import type { PublicationFields } from './publication_message.js';
import type { CallbackRecord } from './sinks.js';
import { TWO_32, uint64 } from './uint64.js';

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

/** The same in words of 4 bytes, after their number. */
const PUBLISHERS_AT = LISTS_AT / 4 + 1;

/** A trace record that is encoded where it is recorded. */
export class EncodedCallback {
  /** Numbers are put here first, since writing them one by one into the memory of a recording takes twice as long. */
  #words = new Int32Array(64);
  /** Bytes of the record. */
  length = 0;

  constructor() {
    this.#words[0] = ENCAPSULATION;
  }

  /**
   * Takes a record.
   *
   * @param publisher - number of the publisher of its input; 0: none
   * @param publishers - number of the publisher of each message that it published
   */
  take(record: CallbackRecord, publisher: number, publishers: readonly number[]): void {
    const { number, cause, duration, waited, sequence, travelled, published } = record;
    this.length = bytesFor(published);
    if (this.length > 4 * this.#words.length) this.#grow();
    const words = this.#words;
    words[1] = number;
    words[2] = number / TWO_32;
    words[3] = cause;
    words[4] = cause / TWO_32;
    words[5] = duration;
    words[6] = duration / TWO_32;
    words[7] = record.input;
    words[8] = record.outputs;
    words[9] = record.output;
    words[10] = record.thread;
    words[11] = record.overwritten;
    // Word 12 is always 0.
    words[13] = waited;
    words[14] = waited / TWO_32;
    words[15] = sequence;
    words[16] = sequence / TWO_32;
    words[17] = travelled;
    words[18] = travelled / TWO_32;
    words[19] = publisher;
    words[20] = record.state;
    words[21] = published;
    if (published > 0) this.#takeLists(record, publishers);
    words[PUBLISHERS_AT + published] = published;
  }

  #takeLists({ published, sequences }: CallbackRecord, publishers: readonly number[]): void {
    const words = this.#words;
    let to = sequencesAt(published) / 4;
    words[to - 1] = 0;
    for (let i = 0; i < published; i++) {
      words[PUBLISHERS_AT + i] = publishers[i]!;
      words[to++] = sequences[i]!;
      words[to++] = sequences[i]! / TWO_32;
    }
  }

  #grow(): void {
    this.#words = new Int32Array(this.length / 2);
    this.#words[0] = ENCAPSULATION;
  }

  /** Writes the record into memory that may hold anything. */
  writeTo(view: DataView, at: number): void {
    const words = this.#words;
    for (let i = 0, end = this.length / 4; i < end; i++) view.setInt32(at + 4 * i, words[i]!, true);
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
