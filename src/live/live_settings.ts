import { type LiveOptions, participantUserData } from '../dds/index.js';

/** A server of a run for clients on this machine. Plain data. */
export interface ServeSettings {
  readonly protocol: 'rosbridge' | 'foxglove';
  /** On 127.0.0.1. */
  readonly port: number;
  /** Whether who started the run repeats it when a client wants to see an earlier time. */
  readonly canRepeat?: boolean | undefined;
}

/** An earlier run of the same system, with which a run begins. Plain data. */
export interface ResumeSettings {
  /** What the earlier run got from outside, a file. */
  readonly tape: string;
  /** The time at which this run stops and is open to others, ns since the start. */
  readonly until: number;
}

/** The real network that a run takes part in. Plain data. */
export interface LiveSettings {
  readonly domain: number;
  /** Names or addresses. If there are none, only the loopback is used, so nothing leaves the machine unasked. */
  readonly interfaces?: readonly string[] | undefined;
  /** Whether to discover others by multicast. Default: true. */
  readonly multicast?: boolean | undefined;
  /** IPv4 addresses at which to look for others. */
  readonly peers?: readonly string[] | undefined;
  /** Web clients in the place of the network. */
  readonly serve?: ServeSettings | undefined;
  /** With `serve`: goes on from a time of an earlier run. */
  readonly resume?: ResumeSettings | undefined;
}

/** Bytes of a gid in `rmw_dds_common/msg/ParticipantEntitiesInfo` since Iron. */
const GRAPH_HASH = 'RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e';

/** The options of a participant of ROS 2; Humble has no type hashes and longer gids. */
export function liveOptions(settings: LiveSettings, isHumble = false): LiveOptions {
  const { domain, interfaces = [], multicast = true, peers = [] } = settings;
  return {
    ...{ domain, interfaces, multicast, peers, ignoreOwn: true },
    userData: participantUserData(),
    graph: isHumble ? { gidBytes: 24 } : { gidBytes: 16, typeHash: GRAPH_HASH },
  };
}
