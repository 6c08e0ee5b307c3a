import type { Graph } from '../graph/index.js';
import { datagramModels, LinkPaths, type SystemModels } from '../models/index.js';
import { type Carry, DatagramNetwork, type WireStatistics } from './datagram_network.js';
import { Endpoints } from './endpoints.js';
import { RtpsRoute } from './rtps_route.js';
import { WireDiscovery } from './wire_discovery.js';

/**
 * Sends everything between the nodes of a graph over a network, as RTPS datagrams. Call it once, before any node is
 * made; it does nothing unless the models say `middleware: rtps`.
 *
 * @param carry - carries datagrams between nodes that links do not connect
 * @returns counts of what was sent, which are updated while the graph is used
 * @throws `ORR_MODELS_INVALID` for rules that datagrams cannot follow
 */
export function attachMiddleware(
  graph: Graph,
  models: SystemModels,
  carry: Carry = () => false,
): WireStatistics | undefined {
  if (models.middleware !== 'rtps') return undefined;
  const network = new DatagramNetwork(graph, new LinkPaths(graph, datagramModels(models)), carry);
  const discovery = new WireDiscovery(graph);
  const endpoints = new Endpoints(graph, network, discovery, models.faults ?? []);
  network.settled = () => discovery.look();
  network.isBusy = (node) => discovery.isSearching || endpoints.awaitsAcknowledgement(node);
  discovery.endpoints = endpoints;
  graph.discovery = discovery;
  graph.listeners.add('note', endpoints);
  graph.observers.add('watch', endpoints);
  graph.routes.add('network', (next) => new RtpsRoute(endpoints, next));
  return network.statistics;
}
