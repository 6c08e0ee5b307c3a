import type { Graph } from '../graph/index.js';
import { datagramModels, LinkPaths, type SystemModels } from '../models/index.js';
import { type Carry, DatagramNetwork, type WireStatistics } from './datagram_network.js';
import { Endpoints } from './endpoints.js';
import { RtpsRoute } from './rtps_route.js';
import { WireDiscovery } from './wire_discovery.js';

/**
 * Lets everything between the nodes of a graph cross a network as datagrams of RTPS. Call it once,
 * before any node is made; with other models than `middleware: rtps` it does nothing.
 *
 * @param carry - what carries datagrams where links do not
 * @returns counts of what was sent; they change while the graph is used
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
