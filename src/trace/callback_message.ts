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
 * Offset of `publishers`. Records of the previous version end there, those of the version before it at `sequence`.
 */
const LISTS_AT = 4 + 3 * 8 + 5 * 4 + 4 + 3 * 8 + 2 * 4;
const FEWEST_BYTES = 4 + 3 * 8 + 5 * 4 + 4 + 8;

const NONE: readonly number[] = [];

/** A trace record that was read; its entity and time come from the channel and the stamp. */
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

/** Where `publishers` begins, in words of 4 bytes. */
const PUBLISHERS_AT = LISTS_AT / 4 + 1;

/** Words 2, 4 to 6, 10 to 14, 16 to 18 and 20: 0 for a callback without a duration whose input came at once. */
const RARE_WORDS = 0b1_0111_0111_1100_0111_0100;
/** Words from the number of publications on; all are 0 if there are none. */
const LIST_WORDS = -1 << (PUBLISHERS_AT - 1);

/** A trace record, without the words that are 0 in most records. */
export class FoldedCallback {
  /** Number of words of the whole record; `present` has a bit for each of the first 32, set if the word is kept. */
  length = 0;
  present = 0;
  #record: CallbackRecord | undefined;
  #publisher = 0;
  #publishers: readonly number[] = [];

  /**
   * Takes a record; it must not change before it is written.
   *
   * @param publisher - number of the publisher of its input; 0: none
   * @param publishers - number of the publisher of each message that it published
   */
  take(record: CallbackRecord, publisher: number, publishers: readonly number[]): void {
    const { published } = record;
    this.#record = record;
    this.#publisher = publisher;
    this.#publishers = publishers;
    this.length = bytesFor(published) / 4;
    this.present =
      ~(RARE_WORDS | LIST_WORDS) |
      (hasRareWords(record) ? RARE_WORDS : 0) |
      (published === 0 ? 0 : LIST_WORDS);
  }

  /** Writes the words that are kept; returns the index after them. */
  writeTo(words: Int32Array, at: number): number {
    const record = this.#record!;
    const { number, cause, sequence } = record;
    const isWhole = (this.present & RARE_WORDS) !== 0;
    let to = at;
    words[to++] = ENCAPSULATION;
    words[to++] = number;
    if (isWhole) words[to++] = number / TWO_32;
    words[to++] = cause;
    if (isWhole) {
      words[to++] = cause / TWO_32;
      words[to++] = record.duration;
      words[to++] = record.duration / TWO_32;
    }
    words[to++] = record.input;
    words[to++] = record.outputs;
    words[to++] = record.output;
    if (isWhole) {
      words[to++] = record.thread;
      words[to++] = record.overwritten;
      words[to++] = 0;
      words[to++] = record.waited;
      words[to++] = record.waited / TWO_32;
    }
    words[to++] = sequence;
    if (isWhole) {
      words[to++] = sequence / TWO_32;
      words[to++] = record.travelled;
      words[to++] = record.travelled / TWO_32;
    }
    words[to++] = this.#publisher;
    if (isWhole) words[to++] = record.state;
    return record.published === 0 ? to : this.#writeLists(record, words, to);
  }

  #writeLists({ published, sequences }: CallbackRecord, words: Int32Array, at: number): number {
    const publishers = this.#publishers;
    let to = at;
    words[to++] = published;
    for (let i = 0; i < published; i++) words[to++] = publishers[i]!;
    words[to++] = published;
    if (published & 1) words[to++] = 0;
    for (let i = 0; i < published; i++) {
      words[to++] = sequences[i]!;
      words[to++] = sequences[i]! / TWO_32;
    }
    return to;
  }
}

function hasRareWords(record: CallbackRecord): boolean {
  return (
    record.duration !== 0 ||
    record.waited !== 0 ||
    record.travelled !== 0 ||
    (record.thread | record.overwritten | record.state) !== 0 ||
    record.number >= TWO_32 ||
    record.sequence >= TWO_32
  );
}

/**
 * Where `sequences` begins for this many publications: at a multiple of 8 after the encapsulation.
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
