import type { RandomStream } from '../kernel/index.js';
import { pinnedMath } from '../math/index.js';

/** Why a packet did not arrive. */
export type PacketLoss = 'queue_full' | 'lost' | 'out_of_range' | 'retries';

/** An IP packet on its way from one agent to another. */
export interface NetworkPacket {
  /** Numbers of the agents, from 0. */
  readonly from: number;
  readonly to: number;
  /** Size with IP header. */
  readonly bytes: number;
  /** Called once, when it arrives. */
  arrived(): void;
  /** Called instead, when this share of its bits is wrong; without it a packet with a wrong bit is lost. */
  damaged?(bitErrors: number, random: RandomStream): void;
  /** Called once, when it will never arrive. */
  lost(loss: PacketLoss): void;
}

/** Carries packets between agents: decides when each arrives, and whether. */
export interface NetworkSimulator {
  send(packet: NetworkPacket): void;
}

/**
 * A packet arrives over a channel with wrong bits. By default, a single wrong bit loses the packet, because
 * the checksums of IP and UDP detect it.
 *
 * @param bitErrors - share of the bits that are wrong; a packet with 1 or more does not arrive
 */
export function deliverDamaged(
  packet: NetworkPacket,
  bitErrors: number,
  random: RandomStream,
): void {
  if (!(bitErrors >= 0 && bitErrors < 1)) packet.lost('lost');
  else if (bitErrors === 0) packet.arrived();
  else if (packet.damaged !== undefined) packet.damaged(bitErrors, random);
  else if (random.float() < pinnedMath.exp(8 * packet.bytes * pinnedMath.log1p(-bitErrors))) {
    packet.arrived();
  } else packet.lost('lost');
}
