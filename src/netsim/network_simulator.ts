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
  /** Called once, when it will never arrive. */
  lost(loss: PacketLoss): void;
}

/** Carries packets between agents: decides when each arrives, and whether. */
export interface NetworkSimulator {
  send(packet: NetworkPacket): void;
}
