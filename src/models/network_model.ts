import type { ChannelModel, PositionModel } from './channel_model.js';
import type { Distribution } from './distribution.js';
import type { BurstLoss } from './faults/fault.js';

/**
 * Robots that talk over a network: which nodes belong to which robot, and what carries messages between robots.
 * Within an agent, and to or from nodes that belong to none, messages travel as if there were no network.
 */
export interface NetworkModel {
  /** By name. Their order is that of the addresses and stations. */
  readonly agents: Readonly<Record<string, AgentModel>>;
  /** Default: `simple` without delay, loss or bound. */
  readonly simulator?: NetworkSimulatorModel;
  readonly traffic?: TrafficModel;
  /** How signals fade on their way. Default: everyone hears everyone perfectly. */
  readonly channel?: ChannelModel;
  /** Publishes on `/AGENT/links` how well each agent hears the others. Period in ns. */
  readonly link_states?: { readonly period: number };
  /** Traffic between agents in addition to that of the nodes. */
  readonly flows?: readonly FlowModel[];
}

/** A flow of data from one agent to another; `tcp` or `udp`. */
export interface FlowModel {
  /** Names of agents. */
  readonly from: string;
  readonly to: string;
  /** ns since the start. Default: 0. */
  readonly start?: number;
  readonly stop?: number;
  /** Sends as much as possible. */
  readonly tcp?: {
    /** Default: `cubic`. */
    readonly congestion?: 'cubic' | 'reno';
    /** Shortest time-out of retransmissions in ns. Default: 200 ms, as in Linux. */
    readonly min_timeout?: number;
  };
  /** Datagrams at a constant rate. */
  readonly udp?: {
    /** Payload bits per second. */
    readonly rate: number;
    /** Payload bytes of a datagram. Default: 1472. */
    readonly bytes?: number;
  };
}

/** A robot: its nodes, chosen by any of these; a node that fits several agents belongs to the first. */
export interface AgentModel {
  /** Patterns of full names; `/uav1/**` is a namespace, so also what a launch group pushes. */
  readonly nodes?: readonly string[];
  /** Files whose nodes belong to it: a file name, or a pattern for the path. */
  readonly files?: readonly string[];
  /** Default: the origin. */
  readonly position?: PositionModel;
  /** IPv4 address, for simulators outside. Default: 10.0.0.1 and following. */
  readonly address?: string;
  /** Real processes belong to it, too: it gets a network namespace with a TUN device. */
  readonly tun?: TunModel;
}

/** Real processes of an agent. */
export interface TunModel {
  /** Shell commands that are started with the network; their traffic is over when all of them have ended. */
  readonly processes?: readonly string[];
}

/** Exactly one of these. */
export interface NetworkSimulatorModel {
  readonly simple?: SimpleNetworkModel;
  readonly wifi?: WifiNetworkModel;
  readonly ns3?: Ns3NetworkModel;
  readonly external?: ExternalNetworkModel;
}

/** How time passes in a simulator that is a process of its own. Durations are ns. */
export interface WindowsModel {
  /** Length of a window. Default: 1 ms. */
  readonly window?: number;
  /** How long a window may take there, in real time. Default: 10 s. */
  readonly timeout?: number;
  /** How long the simulator may take until it listens, in real time. Default: 10 s. */
  readonly connect_timeout?: number;
  /** After this much virtual time a packet that was not released is lost. Default: 10 s. */
  readonly packet_holding?: number;
}

/** The same network as {@link WifiNetworkModel}, simulated by ns-3. */
export interface Ns3NetworkModel extends WifiNetworkModel, WindowsModel {}

/** Any simulator that speaks ROS-NetSim's protocol; it must be told the length of a window itself. */
export interface ExternalNetworkModel extends WindowsModel {
  /** Where it listens: `unix:PATH` or `HOST:PORT`. */
  readonly address: string;
}

/** Delay, loss and bandwidth of each link; the first of `links` that fits takes precedence over these. */
export interface SimpleNetworkModel extends LinkQuality {
  readonly links?: readonly AgentLinkRule[];
}

export interface AgentLinkRule extends LinkQuality {
  /** Patterns of agents' names. Default: all. */
  readonly from?: string;
  readonly to?: string;
}

/** What a link does to packets. */
export interface LinkQuality {
  readonly delay?: Distribution;
  /** Share of the packets that are lost. */
  readonly loss?: number;
  readonly burst?: BurstLoss;
  /** Share of the bits that arrive wrong. */
  readonly bit_errors?: number;
  /** Bits per second of each direction. */
  readonly bandwidth?: number;
  /** Packets that may wait; further ones are lost. Default: no bound. */
  readonly queue?: number;
}

export type WifiStandardName = '11a' | '11b' | '11g' | '11n' | '11ax';

/** An 802.11 ad hoc network of all agents. */
export interface WifiNetworkModel {
  /** Default: `11n`, 20 MHz at 2.4 GHz, one stream. */
  readonly standard?: WifiStandardName;
  /** Index into the rates of the standard (MCS). Default: rate adaptation after Minstrel. */
  readonly rate?: number;
  /** Frames that may wait in a station. Default: 30. */
  readonly queue?: number;
  /** How often a frame is sent before it is given up. Default: 7. */
  readonly attempts?: number;
  /** Which curve of packet errors applies. Default: `table`. */
  readonly errors?: 'table' | 'nist';
}

/** How messages become packets. */
export interface TrafficModel {
  /** Largest IP packet in bytes. Default: 1500. */
  readonly mtu?: number;
  /** Largest payload of a UDP datagram in bytes; larger messages are split. Default: 65,000. */
  readonly datagram?: number;
  /** How often a reliable writer asks its readers, in ns. Default: 3 s, as in Fast DDS. */
  readonly heartbeat_period?: number;
  /** From a heartbeat to its answer, in ns. Default: 5 ms, as in Fast DDS. */
  readonly heartbeat_response_delay?: number;
  /** From a request for missing data to its repetition, in ns. Default: 5 ms, as in Fast DDS. */
  readonly nack_response_delay?: number;
}
