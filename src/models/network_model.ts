import type { ChannelModel, PositionModel } from './channel_model.js';
import type { Distribution } from './distribution.js';
import type { BurstLoss } from './faults/fault.js';

/**
 * Robots that talk over a network: whose nodes are whose, and what carries messages between them.
 * Inside an agent, and to nodes that belong to none, messages go as if there were no network.
 */
export interface NetworkModel {
  /** By name. Their order is that of the addresses and stations. */
  readonly agents: Readonly<Record<string, AgentModel>>;
  /** Default: `simple` without delay, loss or bound. */
  readonly simulator?: NetworkSimulatorModel;
  readonly traffic?: TrafficModel;
  /** How signals fade on their way. Default: everyone hears everyone perfectly. */
  readonly channel?: ChannelModel;
  /** Tells nodes how well their agent hears the others, on `/AGENT/links`. Period in ns. */
  readonly link_states?: { readonly period: number };
  /** Traffic between agents beside that of the nodes. */
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
  /** As much as it can. */
  readonly tcp?: {
    /** Default: `cubic`. */
    readonly congestion?: 'cubic' | 'reno';
    /** Shortest time-out of retransmissions in ns. Default: 200 ms, as Linux. */
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

/** A robot: the nodes in it, by any of these; what fits several agents belongs to the first. */
export interface AgentModel {
  /** Patterns of full names; `/uav1/**` is a namespace, so also what a launch group pushes. */
  readonly nodes?: readonly string[];
  /** Files whose nodes they are: a file name, or a pattern of the path. */
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
  /** Commands for the shell that are started with the network; when all have ended, so has their traffic. */
  readonly processes?: readonly string[];
}

/** Exactly one of them. */
export interface NetworkSimulatorModel {
  readonly simple?: SimpleNetworkModel;
  readonly wifi?: WifiNetworkModel;
  readonly ns3?: Ns3NetworkModel;
  readonly external?: ExternalNetworkModel;
}

/** How time passes in a simulator of its own process. Durations are ns. */
export interface WindowsModel {
  /** Length of a window. Default: 1 ms. */
  readonly window?: number;
  /** How long a window may take there. Default: 10 s of real time. */
  readonly timeout?: number;
  /** How long it may take to listen. Default: 10 s of real time. */
  readonly connect_timeout?: number;
  /** After this much virtual time a packet that was not released is lost. Default: 10 s. */
  readonly packet_holding?: number;
}

/** The same network as {@link WifiNetworkModel}, simulated by ns-3. */
export interface Ns3NetworkModel extends WifiNetworkModel, WindowsModel {}

/** Any simulator that speaks ROS-NetSim's protocol; it has to be told the length of a window. */
export interface ExternalNetworkModel extends WindowsModel {
  /** `unix:PATH` or `HOST:PORT`, where it listens. */
  readonly address: string;
}

/** Delay, loss and bandwidth of each link; the first of `links` that fits counts before the rest. */
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
  /** Packets that may wait; what is more is lost. Default: no bound. */
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
  /** Transmissions of a frame before it is given up. Default: 7. */
  readonly attempts?: number;
  /** Curve of packet errors. Default: `table`. */
  readonly errors?: 'table' | 'nist';
}

/** How messages become packets. */
export interface TrafficModel {
  /** Largest IP packet in bytes. Default: 1500. */
  readonly mtu?: number;
  /** Largest payload of a UDP datagram; larger messages go in several. Default: 65,000. */
  readonly datagram?: number;
  /** A reliable writer asks its readers this often, in ns. Default: 3 s, as Fast DDS. */
  readonly heartbeat_period?: number;
  /** From a heartbeat to its answer, in ns. Default: 5 ms, as Fast DDS. */
  readonly heartbeat_response_delay?: number;
  /** From a request for what is missing to its repetition, in ns. Default: 5 ms, as Fast DDS. */
  readonly nack_response_delay?: number;
}
