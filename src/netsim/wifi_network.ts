import { OrreryError } from '../errors/index.js';
import type { RandomStreams } from '../kernel/index.js';
import type { WifiNetworkModel } from '../models/index.js';
import type { NetworkClock } from './network_clock.js';
import type { NetworkPacket, NetworkSimulator } from './network_simulator.js';
import { FixedRate, MinstrelRate } from './wifi/rate_control.js';
import type { WifiFrame } from './wifi/transmission.js';
import type { WifiRadio } from './wifi/wifi_air.js';
import { WifiMedium } from './wifi/wifi_medium.js';
import { wifiStandard } from './wifi/wifi_standard.js';

/** A frame with the packet that it carries. */
class PacketFrame implements WifiFrame {
  readonly packet: NetworkPacket;

  constructor(packet: NetworkPacket) {
    this.packet = packet;
  }

  get to(): number {
    return this.packet.to;
  }

  get bytes(): number {
    return this.packet.bytes;
  }
}

export interface WifiNetworkOptions {
  readonly model: WifiNetworkModel;
  /** Names of the agents: each has one station. */
  readonly agents: readonly string[];
  readonly clock: NetworkClock;
  readonly random: RandomStreams;
  readonly radio: WifiRadio;
}

/** All agents are stations of one 802.11 ad hoc network. */
export class WifiNetwork implements NetworkSimulator {
  readonly #medium: WifiMedium;

  /** @throws OrreryError `ORR_NETWORK` when the standard has no such rate */
  constructor({ model, agents, clock, random, radio }: WifiNetworkOptions) {
    const { rate, queue, attempts, errors } = model;
    const standard = wifiStandard(model.standard ?? '11n');
    if (rate !== undefined && rate >= standard.rates.length) {
      throw new OrreryError(
        'ORR_NETWORK',
        `The network asks for rate ${rate} of ${standard.name}, which has the rates 0 to ${standard.rates.length - 1}; choose one of these.`,
      );
    }
    const frameOf = (frame: WifiFrame) => (frame as PacketFrame).packet;
    this.#medium = new WifiMedium({
      standard,
      stations: agents.length,
      clock,
      random,
      radio: errors === undefined ? radio : { ...radio, errors },
      rates: (station) =>
        rate === undefined
          ? new MinstrelRate(standard, random.stream(`network rates of ${agents[station]}`))
          : new FixedRate(rate),
      ...(queue === undefined ? {} : { queue }),
      ...(attempts === undefined ? {} : { attempts }),
      onArrival: (frame) => frameOf(frame).arrived(),
      onLoss: (frame, _, loss) => frameOf(frame).lost(loss),
    });
  }

  send(packet: NetworkPacket): void {
    this.#medium.send(packet.from, new PacketFrame(packet));
  }
}
