import type { NetworkModel } from '../models/index.js';
import { createChannel, type NetworkSurroundings } from './create_network_simulator.js';
import { ExternalNetwork, windowsOf } from './windows/external_network.js';
import { sentPower } from './windows/start_ns3.js';

/** The received power in a model without a channel, in dBm, as in the built-in 802.11. */
const WELL_HEARD = -30;

/**
 * Creates the network simulator that a model names and that runs in its own process; undefined if the model names
 * none. The channel of the model is evaluated here, so it is the same with every simulator.
 *
 * @throws OrreryError `ORR_NETWORK` when parts of the model contradict each other
 */
export function createExternalNetwork(
  model: NetworkModel,
  surroundings: Omit<NetworkSurroundings, 'clock'>,
  channel = createChannel(model, surroundings),
): ExternalNetwork | undefined {
  if (windowsOf(model) === undefined) return undefined;
  const { random, pose } = surroundings;
  const power = sentPower(model.channel);
  const strength = (from: number, to: number, time: number) =>
    channel?.strength(from, to, time) ?? WELL_HEARD;
  // A simulator that gets only positions, such as those of ROS-NetSim, must compute losses itself.
  const isGiven = channel !== undefined || model.simulator?.ns3 !== undefined;
  const loss = (from: number, to: number, time: number) => power - strength(from, to, time);
  return new ExternalNetwork({ model, random, pose, loss: isGiven ? loss : undefined });
}
