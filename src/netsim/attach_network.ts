import type { Graph, GraphNode } from '../graph/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { SystemModels, TrafficModel } from '../models/index.js';
import type { Simulation } from '../simulation/index.js';
import { Agents } from './agents.js';
import { Positions, type Surroundings } from './channel/positions.js';
import { createExternalNetwork } from './create_external_network.js';
import { createChannel, createNetworkSimulator, positionsOf } from './create_network_simulator.js';
import { startFlows } from './flows/start_flows.js';
import { KernelClock } from './network_clock.js';
import { publishLinkStates } from './publish_link_states.js';
import { DatagramSender } from './traffic/datagram_sender.js';
import { NetworkRoute } from './traffic/network_route.js';
import type { ReliableSettings } from './traffic/reliable_stream.js';
import { TunSource } from './tun/tun_source.js';
import { WindowSource } from './windows/window_source.js';

/** What a network needs to know about the nodes. */
export interface NetworkHooks {
  /** The file of the program that created a node. */
  readonly fileOf?: (node: GraphNode) => string | undefined;
  /** The simulation that runs the nodes that publish link states. */
  readonly simulation?: Simulation;
  /** The physical world, if there is one. */
  readonly world?: Surroundings | undefined;
}

/** A network between agents, while a run lasts. */
export interface AttachedNetwork {
  /** What came from outside and makes the run impossible to repeat. */
  readonly leaks: readonly LeakRecord[];
  /**
   * Carries a datagram from one node to another, if they are in different agents.
   *
   * @param bytes - its UDP payload
   */
  carry(from: GraphNode, to: GraphNode, bytes: number, arrived: () => void): boolean;
  leave(): void;
}

const MS = 1_000_000;

/**
 * Lets the messages between the agents of the models cross a network. Call it once, before any node
 * is created; without agents it does nothing.
 *
 * @returns the network, which must be left when the run is over: this ends its simulators and real
 *   processes
 *
 * @throws OrreryError `ORR_NETWORK` when the description of the network contradicts itself
 */
export function attachNetwork(
  graph: Graph,
  { network: model, middleware }: Pick<SystemModels, 'network' | 'middleware'>,
  hooks: NetworkHooks = {},
): AttachedNetwork {
  if (model === undefined) return { leaks: [], carry: () => false, leave() {} };
  const clock = new KernelClock(graph.kernel);
  const agents = new Agents(model, hooks.fileOf ?? (() => undefined));
  const positions = new Positions(positionsOf(model), graph, hooks.world);
  const pose = (agent: number, time: number) => positions.pose(agent, time);
  const { random } = graph;
  const surroundings = { clock, random, pose, world: hooks.world };
  const channel = createChannel(model, surroundings);
  const outside = createExternalNetwork(model, surroundings, channel);
  const leave = outside && graph.kernel.addSource(new WindowSource(outside, graph.kernel));
  const network = outside ?? createNetworkSimulator(model, surroundings, channel);
  const tun = TunSource.isNeeded(model)
    ? new TunSource({ model, network, kernel: graph.kernel })
    : undefined;
  const leaveTun = tun && graph.kernel.addSource(tun);
  startFlows(model, network, clock);
  if (model.link_states !== undefined && hooks.simulation !== undefined) {
    publishLinkStates(hooks.simulation, model, channel, model.link_states.period);
  }
  const { mtu = 1500 } = model.traffic ?? {};
  // If RTPS carries the messages, its datagrams cross the network instead.
  if (middleware !== 'rtps') {
    const settings = reliableSettings(model.traffic);
    graph.routes.add(
      'network',
      (next) => new NetworkRoute({ graph, agents, network, clock, mtu, settings }, next),
    );
  }
  return {
    get leaks() {
      return tun?.leaks ?? [];
    },
    carry(from, to, bytes, arrived) {
      const [sender, receiver] = [agents.of(from), agents.of(to)];
      if (sender === receiver || sender < 0 || receiver < 0) return false;
      new DatagramSender(network, mtu, sender, receiver).send(bytes, arrived);
      return true;
    },
    leave() {
      leave?.();
      outside?.close();
      leaveTun?.();
      tun?.close();
    },
  };
}

function reliableSettings({ datagram, ...times }: TrafficModel = {}): ReliableSettings {
  return {
    datagram: datagram ?? 65_000,
    heartbeatPeriod: times.heartbeat_period ?? 3000 * MS,
    heartbeatResponseDelay: times.heartbeat_response_delay ?? 5 * MS,
    nackResponseDelay: times.nack_response_delay ?? 5 * MS,
  };
}
