import { Publisher as GraphPublisher } from '../../graph/index.js';
import { messageClassOf } from '../message/interfaces_in_use.js';
import type { NodeBase } from '../node/node_base.js';
import { graphQos } from '../qos/graph_qos.js';
import { QoS } from '../qos/qos.js';
import type { Parameter } from './parameter.js';

/** Publishes what happens to a node's parameters on `/parameter_events`. */
export class ParameterEvents {
  readonly #node: NodeBase;
  readonly #publisher: GraphPublisher;

  constructor(node: NodeBase) {
    this.#node = node;
    this.#publisher = new GraphPublisher(
      node.handle,
      '/parameter_events',
      messageClassOf('rcl_interfaces/msg/ParameterEvent').messageType,
      graphQos(QoS.profileParameterEvents),
    );
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
