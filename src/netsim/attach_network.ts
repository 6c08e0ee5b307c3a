import type { Graph, GraphNode } from '../graph/index.js';
import type { SystemModels } from '../models/index.js';
import { Agents } from './agents.js';
import { Positions, type Surroundings } from './channel/positions.js';
import { createNetworkSimulator, positionsOf } from './create_network_simulator.js';
import { startFlows } from './flows/start_flows.js';
import { KernelClock } from './network_clock.js';
import { NetworkRoute } from './traffic/network_route.js';
import { ExternalNetwork } from './windows/external_network.js';

/** What a network needs to know about the nodes. */
export interface NetworkHooks {
  /** The file of the program that created a node. */
  readonly fileOf?: (node: GraphNode) => string | undefined;
  /** The physical world, if there is one. */
  readonly world?: Surroundings | undefined;
}

const MS = 1_000_000;

/**
 * Lets the messages between the agents of the models cross a network. Call it once, before any node
 * is created; without agents it does nothing.
 *
 * @returns a function that disconnects from an external simulator when the run is over
 *
 * @throws OrreryError `ORR_NETWORK` when the description of the network contradicts itself
 */
export function attachNetwork(
  graph: Graph,
  { network: model }: Pick<SystemModels, 'network'>,
  hooks: NetworkHooks = {},
): () => void {
  if (model === undefined) return () => {};
  const clock = new KernelClock(graph.kernel);
  const agents = new Agents(model, hooks.fileOf ?? (() => undefined));
  const positions = new Positions(positionsOf(model), graph, hooks.world);
  const pose = (agent: number, time: number) => positions.pose(agent, time);
  const { random } = graph;
  const { external } = model.simulator ?? {};
  const outside =
    external && new ExternalNetwork({ model, external, kernel: graph.kernel, random, pose });
  const leave = outside && graph.kernel.addSource(outside);
  const network =
    outside ?? createNetworkSimulator(model, { clock, random, pose, world: hooks.world });
  startFlows(model, network, clock);
  const { mtu, datagram, ...times } = model.traffic ?? {};
  graph.routes.add('network', (next) => {
    const settings = {
      datagram: datagram ?? 65_000,
      heartbeatPeriod: times.heartbeat_period ?? 3000 * MS,
      heartbeatResponseDelay: times.heartbeat_response_delay ?? 5 * MS,
      nackResponseDelay: times.nack_response_delay ?? 5 * MS,
    };
    return new NetworkRoute({ graph, agents, network, clock, mtu: mtu ?? 1500, settings }, next);
  });
  return () => {
    leave?.();
    outside?.close();
  };
}
