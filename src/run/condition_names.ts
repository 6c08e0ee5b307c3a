import { didYouMean, OrreryError } from '../errors/index.js';
import { type Entity, type Graph, Publisher, Subscription } from '../graph/index.js';
import type { MessageType } from '../interfaces/index.js';
import type { RunEnd } from '../record/index.js';
import { conditionMistake, type TopicCondition } from '../system/index.js';

/** A run with this ending waited for its conditions in vain, if it has any. */
const IN_VAIN: ReadonlySet<RunEnd> = new Set(['idle', 'until', 'played', 'timeout']);

/**
 * Knows which topics existed, so that a condition on a name that no node ever used is reported as a mistake rather
 * than as unfulfilled.
 */
export class ConditionNames {
  readonly #graph: Graph;
  readonly #conditions: readonly TopicCondition[];
  readonly #topics = new Map<string, MessageType>();

  constructor(graph: Graph, conditions: readonly TopicCondition[]) {
    this.#graph = graph;
    this.#conditions = conditions;
    if (conditions.length === 0) return;
    graph.listeners.add('note', { entityEnding: (entity) => this.#note(entity) });
  }

  /** The mistakes in the names of conditions, as known at the end of the run. */
  errors(end: RunEnd): OrreryError[] {
    if (this.#conditions.length === 0 || !IN_VAIN.has(end)) return [];
    for (const { entities } of this.#graph.nodes) for (const each of entities) this.#note(each);
    return this.#conditions.flatMap((condition) => {
      const type = this.#topics.get(condition.topic);
      const isUnknown = type === undefined;
      return (isUnknown ? this.#unknown(condition) : conditionMistake(condition, type)) ?? [];
    });
  }

  #unknown({ text, topic }: TopicCondition): OrreryError {
    const hint = didYouMean(topic, this.#topics.keys()) || '; correct its name.';
    const message = `The condition "${text}" waits for a topic that no node had${hint}`;
    return new OrreryError('ORR_TOPIC_UNKNOWN', message, { place: { topic } });
  }

  #note(entity: Entity): void {
    if (!(entity instanceof Publisher || entity instanceof Subscription)) return;
    this.#topics.set(entity.name, entity.type);
  }
}
