import { OrreryError } from '../errors/index.js';
import type { Graph, Publisher } from '../graph/index.js';
import { decodeShown } from '../interfaces/index.js';
import { conditionMistake, type TopicCondition, violationOf } from '../system/index.js';
import type { MessageSink } from '../trace/index.js';

/** Passes messages on and reports those that violate a condition on every message. */
export class ExpectationSink implements MessageSink {
  readonly #graph: Graph;
  readonly #expectations: readonly TopicCondition[];
  readonly #next: MessageSink | undefined;
  readonly #fail: (error: OrreryError) => void;

  constructor(
    graph: Graph,
    expectations: readonly TopicCondition[],
    next: MessageSink | undefined,
    fail: (error: OrreryError) => void,
  ) {
    this.#graph = graph;
    this.#expectations = expectations;
    this.#next = next;
    this.#fail = fail;
  }

  message(publisher: Publisher, bytes: Uint8Array, sequence: number): void {
    this.#next?.message(publisher, bytes, sequence);
    for (const expectation of this.#expectations) {
      if (expectation.topic !== publisher.name) continue;
      const violation = violationOf(expectation, decodeShown(publisher.type, bytes));
      if (violation !== undefined) this.#report(publisher, expectation, violation);
    }
  }

  #report(publisher: Publisher, expectation: TopicCondition, violation: string): void {
    // It is reported as a mistake of its own.
    if (conditionMistake(expectation, publisher.type) !== undefined) return;
    const { name, node } = publisher;
    const { text } = expectation;
    const seconds = (this.#graph.kernel.now / 1e9).toFixed(9);
    const message = `A message of ${node.fullName} at ${seconds} s does not fulfil "${text}": ${violation}.`;
    const place = { node: node.fullName, topic: name };
    this.#fail(new OrreryError('ORR_EXPECTATION', message, { place }));
  }
}
