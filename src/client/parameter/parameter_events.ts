import type { NodeBase } from '../node/node_base.js';
import type { Parameter } from './parameter.js';

/** The interface for publishing parameter events. */
export interface ParameterEventPublisher {
  publish(event: object): void;
}

/** Publishes the events of a node's parameters on `/parameter_events`. */
export class ParameterEvents {
  readonly #node: NodeBase;
  readonly #publisher: ParameterEventPublisher;

  constructor(node: NodeBase, publisher: ParameterEventPublisher) {
    this.#node = node;
    this.#publisher = publisher;
  }

  /** Publishes one event. */
  publish(declared: Parameter[], changed: Parameter[], deleted: Parameter[]): void {
    const messages = (parameters: Parameter[]) => parameters.map((p) => p.toParameterMessage());
    this.#publisher.publish({
      stamp: this.#node.now().toMsg(),
      node: this.#node.getFullyQualifiedName(),
      new_parameters: messages(declared),
      changed_parameters: messages(changed),
      deleted_parameters: messages(deleted),
    });
  }
}
