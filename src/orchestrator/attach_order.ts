/** Makes a run follow the order that a configuration of ros2_def defines. */
import { dirname, join, resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { SystemModels } from '../models/index.js';
import type { Simulation } from '../simulation/index.js';
import { type FindShare, type NodeModel, orderNodes, readNodeModels } from './actions/index.js';
import { OrderGate } from './order_gate.js';
import { serveOrder } from './serve_order.js';

/**
 * Reads the configuration that the models name, if they name one, and attaches its order to the graph.
 *
 * @returns what it declares about each node
 * @throws OrreryError as {@link readNodeModels} and {@link orderNodes}; `ORR_ORCHESTRATOR_ORDER`
 *   together with models that lose or delay messages
 */
export function attachOrder(
  simulation: Simulation,
  models: SystemModels,
  shareOf: FindShare,
): readonly NodeModel[] {
  const { ros2_def: declared, links, network, middleware, topic_delays, faults } = models;
  if (declared === undefined) return [];
  const isLossy = faults?.some((fault) => 'topic' in fault || 'from' in fault);
  if (links ?? network ?? topic_delays ?? (middleware === 'rtps' || isLossy || undefined)) {
    throw new OrreryError(
      'ORR_ORCHESTRATOR_ORDER',
      'An order of ros2_def cannot be combined with models that delay or lose messages; remove links, topic_delays, network, middleware and faults of messages, or remove ros2_def.',
    );
  }
  const { rule = 'develop', launch_config: file } = declared;
  const nodes = orderNodes(readNodeModels(file, shareOf), rule);
  const { graph } = simulation;
  let gate: OrderGate | undefined;
  graph.routes.add('order', (next) => {
    gate = new OrderGate(graph, nodes, next, (error) => simulation.fail(error));
    return gate;
  });
  graph.observers.add('watch', gate!);
  graph.listeners.add('note', gate!);
  const load = (changed: string, packageName: string) => {
    const folder = packageName === '' ? dirname(file) : join(shareOf(packageName), 'config');
    return orderNodes(readNodeModels(resolve(folder, changed), shareOf), rule);
  };
  const changes = nodes.some(({ callbacks }) =>
    callbacks.some(({ mayCauseReconfiguration }) => mayCauseReconfiguration),
  );
  serveOrder(simulation, gate!, changes ? load : undefined);
  return nodes;
}
