import { ProtoMessage } from './proto_message.js';

/** The paths of signals from one agent to another. */
export interface PathDetails {
  /** The two agents, counted from 1. */
  ids: number[];
  /** Whether they see each other. */
  los: boolean;
  /** Hops of each path. */
  num_hops: number[];
  /** x, y, z in m and the loss, for each hop of each path, one path after the other. */
  hop_points: number[];
}

/** Where the agents are, and the paths of signals between them. */
export interface ChannelData {
  /** x, y, z in m and the quaternion w, x, y, z of each agent, in the order of the configuration. */
  node_list: number[];
  path_details: PathDetails[];
}

/** Values of `msg_type`. */
export const BEGIN = 0;
export const END = 1;

/** Between the network coordinator and the physics coordinator. */
export interface PhysicsUpdate {
  /** {@link BEGIN} or {@link END} of a window. */
  msg_type: number;
  /** Number of the window, from 0. */
  time_val: number;
  /** A gzip of {@link ChannelData}, or empty. */
  channel_data: Uint8Array;
}

/** Between the network coordinator and the network simulator. Lists are joined by index. */
export interface NetworkUpdate {
  /** {@link BEGIN} or {@link END} of a window. */
  msg_type: number;
  /** Number of the window, from 0. */
  time_val: number;
  /** Packets that were sent (BEGIN) or are released (END). */
  pkt_id: number[];
  /** IPv4 addresses, read as big-endian numbers. */
  src_ip: number[];
  dst_ip: number[];
  pkt_lengths: number[];
  /** Where each packet is released. */
  rx_ip: number[];
  /** Share of wrong bits; a packet with 1 or more is dropped. */
  ber: number[];
  /** A gzip of {@link ChannelData}, or empty. */
  channel_data: Uint8Array;
  /** Packets that will no longer be released. */
  clear_pkt_id: number[];
  clear_src_ip: number[];
  clear_dst_ip: number[];
}

const PATH_DETAILS = new ProtoMessage<PathDetails>(
  'PathDetails',
  () => ({ ids: [], los: false, num_hops: [], hop_points: [] }),
  {
    ids: [1, 'uint32s'],
    los: [2, 'bool'],
    num_hops: [3, 'uint32s'],
    hop_points: [4, 'doubles'],
  },
);

export const CHANNEL_DATA = new ProtoMessage<ChannelData>(
  'ChannelData',
  () => ({ node_list: [], path_details: [] }),
  { node_list: [1, 'doubles'], path_details: [2, PATH_DETAILS] },
);

export const PHYSICS_UPDATE = new ProtoMessage<PhysicsUpdate>(
  'PhysicsUpdate',
  () => ({ msg_type: BEGIN, time_val: 0, channel_data: new Uint8Array() }),
  { msg_type: [1, 'uint32'], time_val: [2, 'uint32'], channel_data: [3, 'bytes'] },
);

export const NETWORK_UPDATE = new ProtoMessage<NetworkUpdate>(
  'NetworkUpdate',
  () => ({
    msg_type: BEGIN,
    time_val: 0,
    pkt_id: [],
    src_ip: [],
    dst_ip: [],
    pkt_lengths: [],
    rx_ip: [],
    ber: [],
    channel_data: new Uint8Array(),
    clear_pkt_id: [],
    clear_src_ip: [],
    clear_dst_ip: [],
  }),
  {
    msg_type: [1, 'uint32'],
    time_val: [2, 'uint32'],
    pkt_id: [3, 'uint32s'],
    src_ip: [4, 'fixed32s'],
    dst_ip: [5, 'fixed32s'],
    pkt_lengths: [6, 'uint32s'],
    rx_ip: [7, 'fixed32s'],
    ber: [8, 'doubles'],
    channel_data: [9, 'bytes'],
    clear_pkt_id: [10, 'uint32s'],
    clear_src_ip: [11, 'fixed32s'],
    clear_dst_ip: [12, 'fixed32s'],
  },
);
