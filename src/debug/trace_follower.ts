import { Stamp } from '../bag/index.js';
import type { Waitable } from '../graph/index.js';
import type { TracedCallback } from '../record/index.js';
import {
  type CallbackRecord,
  type CallbackSink,
  CHECKPOINT_EVERY,
  ComparedRows,
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

/** An entity, and the number that a trace gives to its name. */
interface FollowedEntity {
  readonly name: string;
  readonly number: number;
}

/** What is compared for a callback besides its entity: columns of a block. */
const FIELDS = ['number', 'time', 'input', 'cause', 'outputs', 'output', 'state', 'duration'];
const COLUMNS = FIELDS.length;

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
  readonly #compared = new ComparedRows();
  /** When the latest callback ended. */
  readonly #end = new Stamp();
  readonly #byEntity = new WeakMap<Waitable, FollowedEntity>();
  readonly #numbers = new Map<string, number>();
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
    this.#end.set(this.#start + BigInt(record.time + record.duration));
    if (this.#compared.add(record, entity.number, this.#end)) this.#passCheckpoint();
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
    const divergence = expected === this.#compared.pass() ? undefined : this.check();
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

  #entity(entity: Waitable): FollowedEntity {
    let known = this.#byEntity.get(entity);
    if (known === undefined) {
      const name = entityName(entity.node, entity.kind, entity.name);
      const number = this.#numbers.get(name) ?? this.#compared.meet(name);
      this.#numbers.set(name, number);
      known = { name, number };
      this.#byEntity.set(entity, known);
    }
    return known;
  }
}
