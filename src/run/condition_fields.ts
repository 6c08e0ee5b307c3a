import type { OrreryError } from '../errors/index.js';
import type { Publisher } from '../graph/index.js';
import { conditionMistake, type TopicCondition } from '../system/index.js';
import type { MessageSink } from '../trace/index.js';

/**
 * Passes messages on, and reports conditions on fields that the messages of a topic do not have, at its first message.
 * Such a condition is always met or never, so a run would seem to show something.
 */
export class ConditionFields implements MessageSink {
  /** Those of each topic without a message so far. */
  readonly #open = new Map<string, TopicCondition[]>();
  readonly #next: MessageSink | undefined;
  readonly #fail: (error: OrreryError) => void;

  constructor(
    conditions: readonly TopicCondition[],
    next: MessageSink | undefined,
    fail: (error: OrreryError) => void,
  ) {
    for (const each of conditions) {
      this.#open.set(each.topic, [...(this.#open.get(each.topic) ?? []), each]);
    }
    this.#next = next;
    this.#fail = fail;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    const conditions = this.#open.get(publisher.name);
    if (conditions !== undefined) this.#check(conditions, publisher);
    this.#next?.message(publisher, bytes, sequence);
  }

  #check(conditions: readonly TopicCondition[], { name, type }: Publisher): void {
    this.#open.delete(name);
    for (const each of conditions) {
      const mistake = conditionMistake(each, type);
      if (mistake !== undefined) this.#fail(mistake);
    }
  }
}
