import { matchesName } from '../models/index.js';
import type { DescribedEntity } from '../trace/index.js';
import type { AnalysisOptions } from './analysis_options.js';
import { ArrivalCurve, ArrivalObserver } from './arrival_curve.js';
import type { PlacedCallback } from './run_trace.js';
import { SampleSet, type Summary } from './sample_set.js';

/** The analysis of one callback. Times are in ns. */
export interface CallbackAnalysis {
  readonly node: string;
  /** Topic, service, or e.g. `timer#3`. */
  readonly name: string;
  readonly kind: DescribedEntity['kind'];
  readonly executor: string | null;
  readonly group: string;
  /** Where its code stands, e.g. `talker.py:12 (tick)`; null: its client library does not say. */
  readonly place: string | null;
  readonly priority: number | null;
  /** From the arrival of the input, or the due time of the timer, to the end. */
  readonly response: Summary;
  /** From the same moment to the start. */
  readonly queueing: Summary;
  /** From the start to the end. */
  readonly execution: Summary;
  /** From the publication to the arrival; only for subscriptions. */
  readonly transit: Summary;
  /** Inputs that were overwritten before they were handled. */
  readonly overwritten: number;
  /** Inputs that still wait when the run ends. */
  readonly waiting: number;
  /** Messages that arrived after one that their publisher sent later. */
  readonly outOfOrder: number;
  /** The declared deadline, the longest allowed response time; null: none. */
  readonly deadline: number | null;
  /** Callbacks whose response time exceeded it. */
  readonly deadlineMisses: number;
  /** Messages whose transit alone took longer than the deadline. */
  readonly lateDeliveries: number;
  /** Deadline of the subscription's QoS, the longest allowed time between two messages. */
  readonly qosDeadline: number | null;
  /** Times between two handled messages that exceeded it. */
  readonly qosDeadlineMisses: number;
  /** Number, start and end of the callback with the longest response time; null: none ran. */
  readonly worst: { readonly number: number; readonly start: number; readonly end: number } | null;
}

/** Whether a name such as `/scan` or `/planner:/scan` refers to this entity. */
export function meansEntity(pattern: string, { node, name }: DescribedEntity): boolean {
  const at = pattern.indexOf(':');
  if (at < 0) return matchesName(pattern, name);
  return matchesName(pattern.slice(0, at), node) && matchesName(pattern.slice(at + 1), name);
}

/** Collects what one entity's callbacks did. */
export class CallbackStatistics {
  readonly entity: DescribedEntity;
  readonly priority: number | null;
  readonly response = new SampleSet();
  readonly queueing = new SampleSet();
  readonly execution = new SampleSet();
  readonly arrivals = new ArrivalObserver();
  /** The declared arrivals; undefined if there are none. */
  readonly declaredArrivals: ArrivalCurve | undefined;
  readonly #transit = new SampleSet();
  /** The declared deadline, in ns. */
  readonly deadline: number | undefined;
  readonly #newest = new Map<number, number>();
  #misses = 0;
  #late = 0;
  #outOfOrder = 0;
  #qosMisses = 0;
  #lastArrival: number | undefined;
  #worst: CallbackAnalysis['worst'] = null;

  constructor(entity: DescribedEntity, options: AnalysisOptions) {
    this.entity = entity;
    this.deadline = options.deadlines?.find((d) => meansEntity(d.callback, entity))?.deadline;
    const arrivals = options.arrivals?.find((a) => meansEntity(a.callback, entity));
    this.declaredArrivals = arrivals && ArrivalCurve.periodic(arrivals.period, arrivals.jitter);
    const declared = options.priorities?.find((p) => meansEntity(p.callback, entity));
    this.priority = declared?.priority ?? entity.priority;
  }

  add(callback: PlacedCallback): void {
    const { start, end, ready, fields } = callback;
    const response = end - ready;
    if (this.#worst === null || response > this.response.max) {
      this.#worst = { number: fields.number, start, end };
    }
    this.response.add(response);
    this.queueing.add(fields.waited);
    this.execution.add(fields.duration);
    this.arrivals.add(ready);
    const limit = this.deadline;
    if (limit !== undefined && response > limit) this.#misses++;
    if (fields.sequence > 0) this.#addMessage(callback);
  }

  #addMessage({ ready, fields }: PlacedCallback): void {
    const { publisher, sequence, travelled } = fields;
    this.#transit.add(travelled);
    if (this.deadline !== undefined && travelled > this.deadline) this.#late++;
    const newest = this.#newest.get(publisher) ?? 0;
    if (sequence < newest) this.#outOfOrder++;
    else this.#newest.set(publisher, sequence);
    const { deadline } = this.entity;
    const before = this.#lastArrival;
    if (deadline !== null && before !== undefined && ready - before > deadline) this.#qosMisses++;
    this.#lastArrival = ready;
  }

  analysis(): CallbackAnalysis {
    const { node, name, kind, executor, group, overwritten, waiting, deadline } = this.entity;
    const { place = null } = this.entity;
    return {
      ...{ node, name, kind, executor, group, place, priority: this.priority },
      response: this.response.summary(),
      queueing: this.queueing.summary(),
      execution: this.execution.summary(),
      transit: this.#transit.summary(),
      ...{ overwritten, waiting, outOfOrder: this.#outOfOrder },
      deadline: this.deadline ?? null,
      deadlineMisses: this.#misses,
      lateDeliveries: this.#late,
      qosDeadline: deadline,
      qosDeadlineMisses: this.#qosMisses,
      worst: this.#worst,
    };
  }
}
