/** Assembles the samples of one writer that arrive in fragments. */
import { decodeInlineQos, NO_INLINE_QOS } from './inline_qos.js';
import { MAX_FRAGMENTS, MAX_PARTIAL_SAMPLES, MAX_SAMPLE_BYTES } from './limits.js';
import type { ReceiverState, Submessage } from './message_decoder.js';
import { PartialSample } from './partial_sample.js';
import type { RemoteWriter } from './peer.js';
import { ReceivedSample } from './received_sample.js';
import type { Reason } from './rejection.js';
import { FLAG } from './submessages.js';

export class FragmentAssembly {
  readonly #partial = new Map<number, PartialSample>();
  readonly #reserve = (bytes: number) => this.writer.peer.reserve(bytes);

  constructor(
    readonly writer: RemoteWriter,
    readonly isReliable: boolean,
    readonly reject: (reason: Reason) => void,
  ) {}

  get isEmpty(): boolean {
    return this.#partial.size === 0;
  }

  has(sequence: number): boolean {
    return this.#partial.has(sequence);
  }

  get(sequence: number): PartialSample | undefined {
    return this.#partial.get(sequence);
  }

  entries(): IterableIterator<[number, PartialSample]> {
    return this.#partial.entries();
  }

  /** Adds the fragments of a DATA_FRAG; returns the sample if they complete it. */
  add(message: Submessage, state: ReceiverState, now: number): ReceivedSample | undefined {
    const { sequence, sampleSize, fragmentSize } = message;
    if (sampleSize > MAX_SAMPLE_BYTES || sampleSize / fragmentSize > MAX_FRAGMENTS) {
      this.reject('sample_size');
      return undefined;
    }
    const partial = this.#partial.get(sequence) ?? this.#start(message);
    if (partial === undefined) return undefined;
    if (!partial.fits(message)) {
      this.reject('fragment');
      return undefined;
    }
    if (message.inlineQos >= 0 && partial.inlineQosBytes === undefined) {
      partial.inlineQosBytes = state.bytes.slice(message.inlineQos, message.payload);
      partial.inlineQosIsLittle = (message.flags & FLAG.littleEndian) !== 0;
    }
    if (state.hasTimestamp) {
      partial.seconds = state.seconds;
      partial.parts = state.parts;
    }
    this.#take(partial, message, state);
    return partial.isComplete ? this.#complete(sequence, partial, now) : undefined;
  }

  #start(message: Submessage): PartialSample | undefined {
    if (this.#partial.size >= MAX_PARTIAL_SAMPLES) {
      if (this.isReliable) {
        this.reject('partial_samples_full');
        return undefined;
      }
      // For a best-effort writer, the oldest sample is the least likely to be completed.
      this.#drop(this.#partial.keys().next().value!);
    }
    const partial = new PartialSample(message.sampleSize, message.fragmentSize, message.isKey);
    if (!this.#reserve(partial.bytes)) {
      this.reject('pending_bytes_full');
      return undefined;
    }
    this.#partial.set(message.sequence, partial);
    return partial;
  }

  #take(partial: PartialSample, message: Submessage, state: ReceiverState): void {
    let at = message.payload;
    for (let i = 0; i < message.fragmentCount; i++) {
      const fragment = message.fragment + i;
      const size = partial.sizeOf(fragment);
      if (at + size > message.end) {
        this.reject('fragment');
        return;
      }
      const bytes = state.bytes.subarray(at, at + size);
      if (!partial.has(fragment) && !partial.add(fragment, bytes, this.#reserve)) {
        this.reject('pending_bytes_full');
        return;
      }
      at += size;
    }
  }

  #complete(sequence: number, partial: PartialSample, now: number): ReceivedSample {
    this.#drop(sequence);
    const { inlineQosBytes: qos, inlineQosIsLittle: little, seconds, parts, isKey } = partial;
    const inlineQos =
      qos === undefined ? NO_INLINE_QOS : decodeInlineQos(qos, 0, qos.length, little);
    const { guid } = this.writer.data;
    return new ReceivedSample(
      guid,
      sequence,
      partial.join(),
      seconds,
      parts,
      now,
      isKey,
      inlineQos,
    );
  }

  #drop(sequence: number): void {
    this.writer.peer.release(this.#partial.get(sequence)!.bytes);
    this.#partial.delete(sequence);
  }

  /** Forgets samples that are no longer needed. */
  dropBelow(sequence: number): void {
    for (const n of this.#partial.keys()) if (n < sequence) this.#drop(n);
  }

  /** Called when everything up to this sample has been sent in full. */
  sentUpTo(last: number): void {
    for (const [sequence, partial] of this.#partial) {
      if (sequence <= last) partial.highest = partial.total;
    }
  }

  /** The lowest incomplete sample; `Infinity` when there is none. */
  get lowest(): number {
    return Math.min(...this.#partial.keys());
  }
}
