import { OrreryError } from '../../errors/index.js';
import type { FlowModel, NetworkModel } from '../../models/index.js';
import type { NetworkClock } from '../network_clock.js';
import type { NetworkSimulator } from '../network_simulator.js';
import { FlowRecord } from './flow_record.js';
import { TcpFlow, type TcpFlowOptions } from './tcp_flow.js';
import { UdpFlow } from './udp_flow.js';

const MS = 1_000_000;

/**
 * Arranges that the flows of a network begin and end; returns what each delivers, in their order.
 *
 * @throws OrreryError `ORR_NETWORK` when a flow names no agent
 */
export function startFlows(
  { agents, flows = [] }: NetworkModel,
  network: NetworkSimulator,
  clock: NetworkClock,
): readonly FlowRecord[] {
  const names = Object.keys(agents);
  const agent = (name: string): number => {
    const index = names.indexOf(name);
    if (index >= 0) return index;
    throw new OrreryError(
      'ORR_NETWORK',
      `A flow names the agent ${name}, but the agents are ${names.join(', ')}; correct its name.`,
    );
  };
  return flows.map((model) => {
    const record = new FlowRecord();
    const ends = { from: agent(model.from), to: agent(model.to), network, clock, record };
    const flow = createFlow(model, ends);
    clock.at(model.start ?? 0, () => flow.start());
    if (model.stop !== undefined) clock.at(model.stop, () => flow.stop());
    return record;
  });
}

function createFlow(
  { udp, tcp = {} }: FlowModel,
  ends: Omit<TcpFlowOptions, 'congestion' | 'minimumTimeout'>,
): TcpFlow | UdpFlow {
  if (udp !== undefined) return new UdpFlow({ ...ends, rate: udp.rate, bytes: udp.bytes ?? 1472 });
  const { congestion = 'cubic', min_timeout: minimumTimeout = 200 * MS } = tcp;
  return new TcpFlow({ ...ends, congestion, minimumTimeout });
}
