import { OrreryError } from '../../errors/index.js';
import type { RandomStreams } from '../../kernel/index.js';
import type { ChannelModel, NetworkModel, Ns3NetworkModel } from '../../models/index.js';
import { builtProgram } from '../native/native_program.js';
import { NS3 } from '../native/native_programs.js';
import { addressesOf } from './addresses.js';
import { NetworkProgram } from './network_program.js';

const MS = 1_000_000;

/** The transmission power of a model's channel, in dBm; without a channel everybody is heard well. */
export function sentPower(channel: ChannelModel | undefined): number {
  return channel?.tx_power ?? 16;
}

/**
 * Starts ns-3 with the 802.11 network of a model.
 *
 * @throws OrreryError `ORR_NATIVE_MISSING` when it has not been built, `ORR_NETSIM_PEER` when it does not start
 */
export function startNs3(
  model: NetworkModel,
  ns3: Ns3NetworkModel,
  random: RandomStreams,
): Promise<NetworkProgram> {
  const file = builtProgram(NS3);
  if (file === undefined) {
    throw new OrreryError(
      'ORR_NATIVE_MISSING',
      'The network is to be simulated by ns-3, but the program that does it has not been compiled; do it once: orrery netsim build ns3.',
    );
  }
  const { channel } = model;
  const settings = {
    addresses: addressesOf(model).join(),
    window: ns3.window ?? MS,
    // ns-3 does not accept 0.
    seed: 1 + random.stream('network ns-3').integer(2 ** 31),
    standard: ns3.standard ?? '11n',
    rate: ns3.rate ?? -1,
    queue: ns3.queue ?? 30,
    attempts: ns3.attempts ?? 7,
    errors: ns3.errors ?? 'table',
    losses: 'given',
    power: sentPower(channel),
    'noise-figure': channel?.noise_figure ?? 7,
    sensitivity: channel?.sensitivity ?? -82,
  };
  return NetworkProgram.start({
    name: 'ns-3',
    file,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    connectTimeout: (ns3.connect_timeout ?? 10_000 * MS) / MS,
  });
}
