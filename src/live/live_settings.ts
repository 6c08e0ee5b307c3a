import { type LiveOptions, participantUserData } from '../dds/index.js';

/** A server of a run for clients on this machine. Plain data. */
export interface ServeSettings {
  readonly protocol: 'rosbridge' | 'foxglove';
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** Whether the parent repeats the run when a client wants to see an earlier time. */
  readonly canRepeat?: boolean | undefined;
}

/** The earlier run of the same system that a run resumes. Plain data. */
export interface ResumeSettings {
  /** Path of the tape with the inputs that the earlier run got. */
  readonly tape: string;
  /** The time from which new inputs count instead, in ns since the start. */
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
  /** Serves web clients instead of joining a network. */
  readonly serve?: ServeSettings | undefined;
  /** With `serve`: resumes an earlier run. */
  readonly resume?: ResumeSettings | undefined;
}

/** Type hash of `rmw_dds_common/msg/ParticipantEntitiesInfo` since Iron. */
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
