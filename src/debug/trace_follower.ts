import type { Waitable } from '../graph/index.js';
import { Digest } from '../kernel/index.js';
import type { TracedCallback } from '../record/index.js';
import {
  type CallbackRecord,
  type CallbackSink,
  CHECKPOINT_EVERY,
  CheckpointChain,
  entityName,
} from '../trace/index.js';
import type { RecordedRun } from '../verify/index.js';

/** The first callback that a re-execution does differently. */
export interface Divergence {
  readonly callback: number;
  /** The field in which it differs, with the recorded and the new value as text. */
  readonly field: string;
  readonly recorded: string;
  readonly now: string;
}

/** What is compared for a callback besides its entity: columns of a block. */
const FIELDS = ['number', 'time', 'input', 'cause', 'outputs', 'output', 'state', 'duration'];
const COLUMNS = FIELDS.length;

/** Of the checkpoints, only the digests are compared. */
const NO_STAMP = { low: 0, high: 0, time: 0n };

/**
 * Compares a re-execution with the trace of the recorded run: by the chained digest at every
 * checkpoint, and record by record in the current block.
 */
export class TraceFollower implements CallbackSink {
  /** Called with a difference that a checkpoint shows. */
  onDivergence: (divergence: Divergence) => void = () => {};
  readonly #recorded: RecordedRun;
  /** ns since the epoch. */
  readonly #start: bigint;
  readonly #chain = new CheckpointChain();
  readonly #byEntity = new WeakMap<
    Waitable,
    { readonly name: string; readonly identity: number }
  >();
  /** The callbacks that have ended since the last checkpoint. */
  readonly #names: string[] = [];
  readonly #block = new Float64Array(CHECKPOINT_EVERY * COLUMNS);
  #size = 0;
  /** The number of records of the block that are known to be equal. */
  #checked = 0;
  /** The number of records before the block. */
  #before = 0;

  constructor(recorded: RecordedRun, start: bigint) {
    this.#recorded = recorded;
    this.#start = start;
  }

  callback(record: CallbackRecord): void {
    const entity = this.#entity(record.entity);
    this.#names[this.#size] = entity.name;
    this.#note(record, this.#size * COLUMNS);
    this.#size++;
    this.#chain.add(record, entity.identity, NO_STAMP);
    if (this.#size === CHECKPOINT_EVERY) this.#passCheckpoint();
  }

  /**
   * Compares the callbacks that have ended since the last checkpoint; undefined if all are equal so
   * far.
   */
  check(): Divergence | undefined {
    const trace = this.#recorded.callbacksFrom(this.#before + this.#checked + 1);
    try {
      for (; this.#checked < this.#size; this.#checked++) {
        const divergence = this.#compare(trace.next().value ?? undefined, this.#checked);
        if (divergence !== undefined) return divergence;
      }
    } finally {
      trace.return();
    }
    return undefined;
  }

  #passCheckpoint(): void {
    const expected = this.#recorded.checkpoints?.digests[this.#before / CHECKPOINT_EVERY];
    const divergence = expected === this.#chain.latest ? undefined : this.check();
    this.#before += this.#size;
    this.#size = 0;
    this.#checked = 0;
    if (divergence !== undefined) this.onDivergence(divergence);
  }

  #note(record: CallbackRecord, at: number): void {
    const block = this.#block;
    block[at] = record.number;
    block[at + 1] = record.time;
    block[at + 2] = record.input >>> 0;
    block[at + 3] = record.cause;
    block[at + 4] = record.outputs;
    block[at + 5] = record.output >>> 0;
    block[at + 6] = record.state >>> 0;
    block[at + 7] = record.duration;
  }

  #compare(recorded: TracedCallback | undefined, row: number): Divergence | undefined {
    const name = this.#names[row]!;
    const callback = this.#block[row * COLUMNS]!;
    if (recorded === undefined) {
      return { callback, field: 'callback', recorded: 'none, the run had ended', now: name };
    }
    if (recorded.entity !== name) {
      return { callback, field: 'callback', recorded: recorded.entity, now: name };
    }
    const values = this.#recordedValues(recorded);
    const column = values.findIndex((value, i) => value !== this.#block[row * COLUMNS + i]);
    if (column < 0) return undefined;
    const now = this.#block[row * COLUMNS + column]!;
    return { callback, field: FIELDS[column]!, recorded: String(values[column]), now: String(now) };
  }

  /** In the order of {@link FIELDS}. */
  #recordedValues(recorded: TracedCallback): number[] {
    const { number, input, cause, outputs, output, state, duration } = recorded;
    const time = Number(recorded.time - this.#start);
    return [number, time, input, cause, outputs, output, state, duration];
  }

  #entity(entity: Waitable): { readonly name: string; readonly identity: number } {
    let known = this.#byEntity.get(entity);
    if (known === undefined) {
      const name = entityName(entity.node, entity.kind, entity.name);
      const digest = new Digest();
      digest.string(name);
      known = { name, identity: digest.lane };
      this.#byEntity.set(entity, known);
    }
    return known;
  }
}
