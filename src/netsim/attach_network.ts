import type { Graph, GraphNode } from '../graph/index.js';
import type { NetworkModel, SystemModels } from '../models/index.js';
import { Agents } from './agents.js';
import { Channel } from './channel/channel.js';
import { Positions } from './channel/positions.js';
import { KernelClock } from './network_clock.js';
import type { NetworkSimulator } from './network_simulator.js';
import { SimpleNetwork } from './simple_network.js';
import { NetworkRoute } from './traffic/network_route.js';
import { WifiNetwork } from './wifi_network.js';

/** What a network needs of whoever made the nodes. */
export interface NetworkHooks {
  /** The file of the program that made a node. */
  readonly fileOf?: (node: GraphNode) => string | undefined;
}

const MS = 1_000_000;

/**
 * Lets the messages between the agents of the models cross a network. Call it once, before any node
 * is made; without agents it does nothing.
 *
 * @throws OrreryError `ORR_NETWORK` when the network is described in a way that cannot be
 */
export function attachNetwork(
  graph: Graph,
  { network: model }: Pick<SystemModels, 'network'>,
  hooks: NetworkHooks = {},
): void {
  if (model === undefined) return;
  const clock = new KernelClock(graph.kernel);
  const agents = new Agents(model, hooks.fileOf ?? (() => undefined));
  const network = createNetwork(graph, model, agents, clock);
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
}

function createNetwork(
  graph: Graph,
  model: NetworkModel,
  { names }: Agents,
  clock: KernelClock,
): NetworkSimulator {
  const { simulator = {} } = model;
  const channel = createChannel(graph, model, names);
  const common = { agents: names, clock, random: graph.random };
  if (simulator.wifi !== undefined) {
    const power = (from: number, to: number) => channel?.power(from, to, clock.now) ?? 1e-3;
    const limits = channel && { sensitivity: channel.sensitivity, noise: channel.noise };
    return new WifiNetwork({ ...common, model: simulator.wifi, radio: { power, ...limits } });
  }
  const reaches = (from: number, to: number) =>
    channel === undefined || channel.power(from, to, clock.now) >= channel.sensitivity;
  return new SimpleNetwork({ ...common, model: simulator.simple ?? {}, reaches });
}

function createChannel(
  graph: Graph,
  { agents, channel: model, simulator }: NetworkModel,
  names: readonly string[],
): Channel | undefined {
  if (model === undefined) return undefined;
  const positions = new Positions(
    graph,
    Object.values(agents).map(({ position }) => position),
  );
  const standard = simulator?.wifi?.standard;
  return new Channel({
    model,
    agents: names,
    random: graph.random,
    frequency: standard === '11a' || standard === '11ax' ? 5.18e9 : 2.437e9,
    pose: (agent, time) => positions.pose(agent, time),
  });
}
