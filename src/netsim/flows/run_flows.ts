import { RandomStreams } from '../../kernel/index.js';
import type { NetworkModel } from '../../models/index.js';
import { Positions } from '../channel/positions.js';
import { createExternalNetwork } from '../create_external_network.js';
import { createNetworkSimulator, positionsOf } from '../create_network_simulator.js';
import { ExperimentClock } from '../experiment_clock.js';
import type { FlowRecord } from './flow_record.js';
import { startFlows } from './start_flows.js';

/**
 * Runs the flows of a network without any node; returns what each delivers, in their order.
 * Positions from topics and frames stay where they are.
 *
 * @param until - ns
 * @throws OrreryError `ORR_NETWORK`
 */
export function runFlows(
  model: NetworkModel,
  until: number,
  seed: bigint | number | string,
): readonly FlowRecord[] {
  const surroundings = surroundingsOf(model, seed);
  const { clock } = surroundings;
  const network = createNetworkSimulator(model, surroundings);
  const records = startFlows(model, network, clock);
  clock.runUntil(until);
  return records;
}

/**
 * Like {@link runFlows}, but also over a network simulator in its own process.
 *
 * @throws OrreryError `ORR_NETWORK`, `ORR_NETSIM_PEER`, `ORR_NETSIM_PROTOCOL`, `ORR_NATIVE_MISSING`
 */
export async function runFlowsAnywhere(
  model: NetworkModel,
  until: number,
  seed: bigint | number | string,
): Promise<readonly FlowRecord[]> {
  const surroundings = surroundingsOf(model, seed);
  const { clock } = surroundings;
  const network = createExternalNetwork(model, surroundings);
  if (network === undefined) return runFlows(model, until, seed);
  const records = startFlows(model, network, clock);
  try {
    while (network.end <= until) {
      clock.runUntil(network.end - 1);
      const settle = await network.exchange();
      clock.at(network.end, settle);
      network.advance();
    }
  } finally {
    network.close();
  }
  clock.runUntil(until);
  return records;
}

function surroundingsOf(model: NetworkModel, seed: bigint | number | string) {
  const positions = new Positions(positionsOf(model));
  return {
    clock: new ExperimentClock(),
    random: new RandomStreams(seed),
    pose: (agent: number, time: number) => positions.pose(agent, time),
  };
}
