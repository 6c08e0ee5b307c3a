/** `ros_discovery_info`: which nodes a participant has, and which endpoints belong to each. */
import { Guid } from './guid.js';
import { MAX_ENDPOINTS_PER_NODE, MAX_NODE_NAME_BYTES, MAX_NODES } from './limits.js';
import { rejection } from './rejection.js';
import { isPlainCdr } from './submessages.js';
import { WireReader } from './wire_reader.js';
import { WireWriter } from './wire_writer.js';

export interface NodeEntities {
  readonly namespace: string;
  readonly name: string;
  readonly readers: readonly Guid[];
  readonly writers: readonly Guid[];
}

export interface ParticipantEntities {
  readonly participant: Guid;
  readonly nodes: readonly NodeEntities[];
}

/** Bytes of a gid: 24 up to Humble, 16 since Iron. The name of the topic is the same for both. */
export type GidBytes = 16 | 24;

export function encodeDiscoveryInfo(info: ParticipantEntities, gidBytes: GidBytes): Uint8Array {
  const out = new WireWriter();
  out.append(Uint8Array.of(0, 1, 0, 0));
  const gid = (guid: Guid) => {
    out.append(guid.toBytes());
    for (let i = 16; i < gidBytes; i++) out.u8(0);
  };
  const gids = (all: readonly Guid[]) => {
    out.align(4);
    out.u32(all.length);
    all.forEach(gid);
  };
  gid(info.participant);
  out.align(4);
  out.u32(info.nodes.length);
  for (const node of info.nodes) {
    out.align(4);
    out.string(node.namespace);
    out.align(4);
    out.string(node.name);
    gids(node.readers);
    gids(node.writers);
  }
  return out.finish();
}

/**
 * Reads a payload with either size of gid. The payload does not state the size, so the one that fits is used.
 * @throws Rejection when neither fits
 */
export function decodeDiscoveryInfo(
  payload: Uint8Array,
): ParticipantEntities & { readonly gidBytes: GidBytes } {
  if (!isPlainCdr(payload)) throw rejection('encapsulation');
  for (const gidBytes of [16, 24] as const) {
    const info = tryDecode(payload, gidBytes);
    if (info !== undefined) return { ...info, gidBytes };
  }
  throw rejection('parameter');
}

function tryDecode(payload: Uint8Array, gidBytes: GidBytes): ParticipantEntities | undefined {
  const reader = new WireReader().reset(payload, 4, payload.length, payload[1] === 1);
  try {
    const participant = readGid(reader, gidBytes);
    const nodes = readNodes(reader, gidBytes);
    // Up to three bytes of padding may follow. A gid of a participant ends with its entity id.
    const isWhole = reader.remaining < 4 && (participant.entity & 0xff) === 0xc1;
    return isWhole && nodes.every(isPlausible) ? { participant, nodes } : undefined;
  } catch {
    return undefined;
  }
}

function isPlausible({ namespace, name }: NodeEntities): boolean {
  return namespace.startsWith('/') && /^[A-Za-z_]\w*$/.test(name);
}

function readGid(reader: WireReader, gidBytes: GidBytes): Guid {
  return Guid.read(reader.bytes, reader.skip(gidBytes));
}

function readNodes(reader: WireReader, gidBytes: GidBytes): NodeEntities[] {
  const gids = () => {
    reader.align(4);
    const count = reader.u32();
    if (count > MAX_ENDPOINTS_PER_NODE || count * gidBytes > reader.remaining)
      throw rejection('parameter');
    return Array.from({ length: count }, () => readGid(reader, gidBytes));
  };
  reader.align(4);
  const count = reader.u32();
  if (count > MAX_NODES) throw rejection('parameter');
  return Array.from({ length: count }, () => ({
    namespace: reader.string(MAX_NODE_NAME_BYTES),
    name: reader.string(MAX_NODE_NAME_BYTES),
    readers: gids(),
    writers: gids(),
  }));
}
