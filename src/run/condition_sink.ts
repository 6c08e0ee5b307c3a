import type { OrreryError } from '../errors/index.js';
import type { Publisher } from '../graph/index.js';
import { decodeShown } from '../interfaces/index.js';
import { fulfils, type TopicCondition } from '../system/index.js';
import type { MessageSink } from '../trace/index.js';
import { unknownField } from './condition_names.js';

/** Receives what the conditions find. */
export interface ConditionListeners {
  readonly onFulfilled: (condition: TopicCondition) => void;
  /** A condition names a field that the messages of its topic do not have. */
  readonly fail: (error: OrreryError) => void;
}

/** Passes messages on, and reports when one fulfils a condition. Adds nothing to the system. */
export class ConditionSink implements MessageSink {
  readonly #conditions: readonly TopicCondition[];
  readonly #next: MessageSink | undefined;
  readonly #told: ConditionListeners;
  /** Conditions whose fields have been resolved. */
  readonly #checked = new Set<TopicCondition>();

  constructor(
    conditions: readonly TopicCondition[],
    next: MessageSink | undefined,
    told: ConditionListeners,
  ) {
    this.#conditions = conditions;
    this.#next = next;
    this.#told = told;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    this.#next?.message(publisher, bytes, sequence);
    for (const condition of this.#conditions) {
      if (condition.topic !== publisher.name) continue;
      if (!this.#checked.has(condition)) this.#check(condition, publisher);
      const message = condition.comparisons.length === 0 ? {} : decodeShown(publisher.type, bytes);
      if (fulfils(condition, message)) this.#told.onFulfilled(condition);
    }
  }

  #check(condition: TopicCondition, { type }: Publisher): void {
    this.#checked.add(condition);
    const error = unknownField(condition, type);
    if (error !== undefined) this.#told.fail(error);
  }
}
