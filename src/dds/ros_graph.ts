/** The nodes of a network: announces ours and keeps those of others. */
import { ENTITY, Guid } from './guid.js';
import type { Participant } from './participant.js';
import { DEFAULT_QOS, type Qos } from './qos.js';
import type { Reader } from './reader.js';
import { Rejection } from './rejection.js';
import {
  decodeDiscoveryInfo,
  encodeDiscoveryInfo,
  type GidBytes,
  type NodeEntities,
} from './ros_discovery_info.js';
import { DISCOVERY_TOPIC, DISCOVERY_TYPE } from './ros_names.js';
import { endpointUserData, readEnclave } from './ros_user_data.js';
import type { Writer } from './writer.js';

/** As in rmw_dds_common: late joiners get the newest sample of each participant. */
const WRITER_QOS: Qos = {
  ...DEFAULT_QOS,
  durability: 'transient_local',
  history: { kind: 'keep_last', depth: 1 },
};
const READER_QOS: Qos = { ...WRITER_QOS, history: { kind: 'keep_all', depth: -1 } };

export interface RosGraphOptions {
  /** Of the distribution to imitate: 24 for Humble, 16 since Iron. Default 16. */
  readonly gidBytes?: GidBytes;
  /** Hash of `ParticipantEntitiesInfo`; Humble announces none. */
  readonly typeHash?: string;
  /** Called when the nodes of other participants have changed. */
  readonly onChange?: () => void;
}

export class RosGraph {
  readonly writer: Writer;
  readonly reader: Reader;
  /** Nodes by participant. */
  readonly #others = new Map<string, readonly NodeEntities[]>();
  #own: readonly NodeEntities[] = [];
  readonly #gidBytes: GidBytes;

  constructor(
    readonly participant: Participant,
    options: RosGraphOptions,
    now: number,
  ) {
    this.#gidBytes = options.gidBytes ?? 16;
    const { typeHash } = options;
    const userData = endpointUserData(typeHash === undefined ? {} : { typeHash });
    const topic = { topic: DISCOVERY_TOPIC, type: DISCOVERY_TYPE, userData };
    this.reader = participant.createReader({ ...topic, qos: READER_QOS }, now, {
      onData: (reader) => {
        for (let next = reader.take(); next !== undefined; next = reader.take()) {
          this.#read(next.payload, next.writer.prefix);
        }
        options.onChange?.();
      },
      onMatched: (writer, change) => {
        // A participant that has gone has no nodes.
        if (change === -1 && this.#others.delete(participantOf(writer.guid.prefix))) {
          options.onChange?.();
        }
      },
    });
    this.writer = participant.createWriter({ ...topic, qos: WRITER_QOS }, now);
  }

  #read(payload: Uint8Array, prefix: Uint8Array): void {
    try {
      const info = decodeDiscoveryInfo(payload);
      // A participant may describe only itself.
      const sender = participantOf(prefix);
      if (info.participant.text === sender) this.#others.set(sender, info.nodes);
      else this.participant.rejections.count('forged');
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.participant.rejections.count(error.reason);
    }
  }

  /** Sets our nodes. */
  setNodes(nodes: readonly NodeEntities[], now: number): void {
    this.#own = nodes;
    const info = { participant: this.participant.guid, nodes };
    this.writer.write(encodeDiscoveryInfo(info, this.#gidBytes), now);
  }

  /** All nodes, ours first; those of others in the order in which their participants were first heard. */
  nodes(): NodeEntities[] {
    return [...this.#own, ...this.others()];
  }

  /** The nodes of others, in the order in which their participants were first heard. */
  others(): NodeEntities[] {
    const own = participantOf(this.participant.guid.prefix);
    return [...this.#others].flatMap(([participant, nodes]) => (participant === own ? [] : nodes));
  }

  /** Whether all endpoints of other participants' nodes are known: they are announced separately, in any order. */
  get isAnnounced(): boolean {
    const { participant } = this;
    return this.others().every(
      ({ readers, writers }) =>
        readers.every(({ prefix, entity }) => participant.findPeer(prefix)?.readers.has(entity)) &&
        writers.every(({ prefix, entity }) => participant.findPeer(prefix)?.writers.has(entity)),
    );
  }

  /** The node that an endpoint belongs to. */
  nodeOf(endpoint: Guid): NodeEntities | undefined {
    return this.nodes().find(({ readers, writers }) =>
      [...readers, ...writers].some((guid) => guid.equals(endpoint)),
    );
  }

  /**
   * Whether the node of an endpoint is still to be announced: every endpoint of a ROS participant
   * belongs to a node.
   */
  awaitsNodeOf(endpoint: Guid): boolean {
    if (this.nodeOf(endpoint) !== undefined) return false;
    const peer = this.participant.findPeer(endpoint.prefix);
    return peer !== undefined && readEnclave(peer.data.userData) !== undefined;
  }
}

function participantOf(prefix: Uint8Array): string {
  return new Guid(prefix, ENTITY.participant).text;
}
