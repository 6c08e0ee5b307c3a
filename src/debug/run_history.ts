import type { BagMessage } from '../bag/index.js';
import { decodeShown } from '../interfaces/index.js';
import type { TracedCallback } from '../record/index.js';
import { CHECKPOINT_EVERY, type DescribedEntity, type PublicationFields } from '../trace/index.js';
import { RecordedRun } from '../verify/index.js';
import { type Break, breaksAt } from './breaks.js';
import { type EntityNames, splitEntityName } from './entity_names.js';
import { type TraceEvent, TraceEvents } from './trace_events.js';

/** A message that a run has published. */
export interface WrittenMessage {
  readonly topic: string;
  /** Full name of the node that published it. */
  readonly node: string;
  /** Number of the publication at its publisher, from 1. */
  readonly sequence: number;
  /** When it was published, ns since the epoch. */
  readonly time: bigint;
  /**
   * The callback that published it; undefined if there is none, e.g. for a bag player or code after
   * an `await`.
   */
  readonly by: TracedCallback | undefined;
  /** Where the code of that callback stands, if its client library says so. */
  readonly place: string | undefined;
  /** Its content and type; undefined if it was not recorded. */
  readonly content: object | undefined;
  readonly type: string | undefined;
}

/** One step on the way from a callback back to its root cause. */
export interface CauseStep {
  readonly callback: TracedCallback;
  /** Its input message, if it came over a topic. */
  readonly message: WrittenMessage | undefined;
  /** The description of the entity at the end of the run. */
  readonly entity: DescribedEntity | undefined;
}

const LONGEST_CHAIN = 100;

/** The history of a recorded run by callback numbers; reads only the needed parts of the trace. */
export class RunHistory {
  readonly run: RecordedRun;
  readonly #trace: TraceEvents;

  private constructor(run: RecordedRun, trace: TraceEvents) {
    this.run = run;
    this.#trace = trace;
  }

  /** @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_BAG_…` */
  static async open(directory: string): Promise<RunHistory> {
    const run = await RecordedRun.open(directory);
    try {
      return new RunHistory(run, await TraceEvents.open(directory));
    } catch (error) {
      run.close();
      throw error;
    }
  }

  /** ns since the epoch. */
  get start(): bigint {
    return BigInt(this.run.file.time.start);
  }

  /** Virtual time of the whole run, in ns. */
  get duration(): number {
    return Number(BigInt(this.run.file.time.stop) - this.start);
  }

  /** The number of callbacks that began. */
  get callbacks(): number {
    return this.run.file.counts.callbacks;
  }

  /** Full names of the nodes that did anything. */
  get nodes(): string[] {
    return this.#trace.nodes;
  }

  /** Topics on which something was published or received. */
  get topics(): string[] {
    return this.#trace.topics;
  }

  callback(number: number): TracedCallback | undefined {
    return this.run.callback(number);
  }

  /** Number of the first callback (of that node) that begins at this time or later. */
  firstAt(time: bigint, node?: string): number | undefined {
    let first: number | undefined;
    let after = 0;
    for (const event of this.#trace.events(time)) {
      if (first !== undefined && ++after > CHECKPOINT_EVERY) break;
      if (event.record !== 'callback' || event.callback.time < time) continue;
      if (node !== undefined && event.node !== node) continue;
      const { number } = event.callback;
      if (first === undefined || number < first) first = number;
    }
    return first;
  }

  /** The first callback after that number with a break. */
  nextHit(after: number, breaks: readonly Break[]): number | undefined {
    let first: number | undefined;
    let beyond = 0;
    for (const event of this.#trace.events(this.#stampBefore(after))) {
      // Callbacks that take virtual time end out of order, but not by more than this.
      if (first !== undefined && ++beyond > CHECKPOINT_EVERY) break;
      const number = numberOf(event);
      if (number <= after || (first !== undefined && number >= first)) continue;
      if (breaksAt(breaks, event)) first = number;
    }
    return first;
  }

  /** The last callback before that number with a break. */
  previousHit(before: number, breaks: readonly Break[]): number | undefined {
    let last: number | undefined;
    for (const events of this.#blocksBackFrom(before)) {
      const known = last;
      for (const event of events) {
        const number = numberOf(event);
        if (number < before && number > (last ?? 0) && breaksAt(breaks, event)) last = number;
      }
      // One block further, for callbacks that end out of order.
      if (known !== undefined) return last;
    }
    return last;
  }

  /** The last message that was published on the topic before that callback began. */
  lastMessage(topic: string, before: number): WrittenMessage | undefined {
    const now = this.callback(before)?.time;
    for (const events of this.#blocksBackFrom(before)) {
      let last: TraceEvent | undefined;
      for (const event of events) {
        if (event.record === 'callback') {
          if (event.callback.number === before) break;
          continue;
        }
        const { cause } = event.publication;
        if (event.name !== topic || cause >= before) continue;
        if (now === undefined || event.stamp <= now) last = event;
      }
      if (last?.record === 'publication') return this.#written(last, last.publication);
    }
    return undefined;
  }

  /** The input message of the callback; undefined if there is none, or not over a topic. */
  input(callback: TracedCallback): WrittenMessage | undefined {
    const { publisher, sequence, time, waited, travelled } = callback;
    const from = this.#trace.system?.publishers[publisher - 1];
    if (publisher === 0 || from === undefined) return undefined;
    const sent = time - BigInt(waited) - BigInt(travelled);
    for (const event of this.#trace.events(sent, sent)) {
      if (event.record !== 'publication' || event.publication.sequence !== sequence) continue;
      if (event.node === from.node && event.name === from.topic) {
        return this.#written(event, event.publication);
      }
    }
    return undefined;
  }

  /** Why the callback ran: itself first, then its causes, back to the root. */
  causes(callback: TracedCallback): CauseStep[] {
    const steps: CauseStep[] = [];
    let present: TracedCallback | undefined = callback;
    while (present !== undefined && steps.length < LONGEST_CHAIN) {
      const message = this.input(present);
      steps.push({ callback: present, message, entity: this.#entity(present) });
      present = present.cause === 0 ? undefined : this.callback(present.cause);
    }
    return steps;
  }

  close(): void {
    this.#trace.close();
    this.run.close();
  }

  #entity({ entity }: TracedCallback): DescribedEntity | undefined {
    const { node, kind, name } = splitEntityName(entity);
    return this.#trace.system?.entities.find(
      (each) => each.node === node && each.kind === kind && each.name === name,
    );
  }

  #written(
    { stamp, node, name }: EntityNames & { readonly stamp: bigint },
    publication: PublicationFields,
  ): WrittenMessage {
    const { sequence, cause } = publication;
    const recorded = this.#recorded(name, node, sequence, stamp);
    const type = recorded && this.run.types.of(name);
    const by = cause === 0 ? undefined : this.callback(cause);
    return {
      ...{ topic: name, node, sequence, time: stamp },
      by,
      place: by && this.#entity(by)?.place,
      content: recorded && type && decodeShown(type, recorded.data),
      type: type?.name,
    };
  }

  /** Trace and recording have the messages of a topic at one instant in the same order. */
  #recorded(topic: string, node: string, sequence: number, at: bigint): BagMessage | undefined {
    const { recording } = this.run;
    if (!recording.topics.some(({ name }) => name === topic)) return undefined;
    let place = 0;
    for (const event of this.#trace.events(at, at)) {
      if (event.record !== 'publication' || event.name !== topic) continue;
      if (event.node === node && event.publication.sequence === sequence) break;
      place++;
    }
    for (const message of recording.messages({ topics: [topic], start: at, end: at })) {
      if (place-- === 0) return message;
    }
    return undefined;
  }

  /** The records of the trace in blocks, from the one with that callback to the first. */
  *#blocksBackFrom(number: number): Generator<Iterable<TraceEvent>, void, void> {
    const times = this.run.checkpoints?.times ?? new BigInt64Array();
    // One block more than the number requires, because callbacks that take virtual time end late.
    const last = Math.min(Math.floor((number - 1) / CHECKPOINT_EVERY) + 1, times.length);
    for (let block = last; block >= 0; block--) {
      yield this.#trace.events(times[block - 1], times[block]);
    }
  }

  /** A stamp before which nothing later than that callback was recorded. */
  #stampBefore(number: number): bigint | undefined {
    const block = Math.floor((number - 1) / CHECKPOINT_EVERY) - 1;
    return this.run.checkpoints?.times[block - 1];
  }
}

/** The callback of a record; 0: none. */
function numberOf(event: TraceEvent): number {
  return event.record === 'callback' ? event.callback.number : event.publication.cause;
}
