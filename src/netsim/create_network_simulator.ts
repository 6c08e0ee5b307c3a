import { OrreryError } from '../errors/index.js';
import type { RandomStreams } from '../kernel/index.js';
import type { NetworkModel, PositionModel } from '../models/index.js';
import { Channel } from './channel/channel.js';
import type { Pose, Surroundings } from './channel/positions.js';
import type { NetworkClock } from './network_clock.js';
import type { NetworkSimulator } from './network_simulator.js';
import { SimpleNetwork } from './simple_network.js';
import { WifiNetwork } from './wifi_network.js';

export interface NetworkSurroundings {
  readonly clock: NetworkClock;
  readonly random: RandomStreams;
  /** Returns where an agent is at a given time. */
  readonly pose: (agent: number, time: number) => Pose;
  readonly world?: Surroundings | undefined;
}

/**
 * Creates the network simulator that a model names, with the channel that it describes.
 *
 * @throws OrreryError `ORR_NETWORK` when parts of the model contradict each other
 */
export function createNetworkSimulator(
  model: NetworkModel,
  surroundings: NetworkSurroundings,
  channel = createChannel(model, surroundings),
): NetworkSimulator {
  const { simulator = {} } = model;
  const { clock, random } = surroundings;
  const common = { agents: Object.keys(model.agents), clock, random };
  if (simulator.wifi !== undefined) {
    const power = (from: number, to: number) => channel?.power(from, to, clock.now) ?? 1e-3;
    const limits = channel && { sensitivity: channel.sensitivity, noise: channel.noise };
    return new WifiNetwork({ ...common, model: simulator.wifi, radio: { power, ...limits } });
  }
  const reaches = (from: number, to: number) =>
    channel === undefined || channel.power(from, to, clock.now) >= channel.sensitivity;
  return new SimpleNetwork({ ...common, model: simulator.simple ?? {}, reaches });
}

/**
 * The channel that a network describes; undefined if every agent hears every other.
 *
 * @throws OrreryError `ORR_NETWORK` when parts of the model contradict each other
 */
export function createChannel(
  { agents, channel: model, simulator }: NetworkModel,
  { random, pose, world }: Omit<NetworkSurroundings, 'clock'>,
): Channel | undefined {
  if (model === undefined) return undefined;
  const standard = (simulator?.wifi ?? simulator?.ns3)?.standard;
  const frequency = standard === '11a' || standard === '11ax' ? 5.18e9 : 2.437e9;
  const blocking = model.world === true ? world : undefined;
  if (model.world === true && world === undefined) {
    throw new OrreryError(
      'ORR_NETWORK',
      'The channel is in the world of the section physics, but there is none; add that section.',
    );
  }
  return new Channel({
    ...{ model, agents: Object.keys(agents), random, frequency, pose },
    world: blocking,
  });
}

/** Where the agents of a network are, in their order. */
export function positionsOf({ agents }: NetworkModel): readonly (PositionModel | undefined)[] {
  return Object.values(agents).map(({ position }) => position);
}
