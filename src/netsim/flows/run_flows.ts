import { RandomStreams } from '../../kernel/index.js';
import type { NetworkModel } from '../../models/index.js';
import { Positions } from '../channel/positions.js';
import { createNetworkSimulator, positionsOf } from '../create_network_simulator.js';
import { ExperimentClock } from '../experiment_clock.js';
import type { FlowRecord } from './flow_record.js';
import { startFlows } from './start_flows.js';

/**
 * Runs the flows of a network without any node: what they deliver, in their order. Positions from
 * topics and frames stay where they are.
 *
 * @param until - ns
 * @throws OrreryError `ORR_NETWORK`
 */
export function runFlows(
  model: NetworkModel,
  until: number,
  seed: bigint | number | string,
): readonly FlowRecord[] {
  const clock = new ExperimentClock();
  const positions = new Positions(positionsOf(model));
  const pose = (agent: number, time: number) => positions.pose(agent, time);
  const random = new RandomStreams(seed);
  const network = createNetworkSimulator(model, { clock, random, pose });
  const records = startFlows(model, network, clock);
  clock.runUntil(until);
  return records;
}
