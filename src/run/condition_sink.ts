import type { Publisher } from '../graph/index.js';
import { decodeShown } from '../interfaces/index.js';
import { fulfils, type TopicCondition } from '../system/index.js';
import type { MessageSink } from '../trace/index.js';

/** Passes messages on, and reports when one fulfils a condition. Adds nothing to the system. */
export class ConditionSink implements MessageSink {
  readonly #conditions: readonly TopicCondition[];
  readonly #next: MessageSink | undefined;
  readonly #fulfilled: (condition: TopicCondition) => void;

  constructor(
    conditions: readonly TopicCondition[],
    next: MessageSink | undefined,
    fulfilled: (condition: TopicCondition) => void,
  ) {
    this.#conditions = conditions;
    this.#next = next;
    this.#fulfilled = fulfilled;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    this.#next?.message(publisher, bytes, sequence);
    for (const condition of this.#conditions) {
      if (condition.topic !== publisher.name) continue;
      const message = condition.comparisons.length === 0 ? {} : decodeShown(publisher.type, bytes);
      if (fulfils(condition, message)) this.#fulfilled(condition);
    }
  }
}
