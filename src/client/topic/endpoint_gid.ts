import type { Entity } from '../../graph/index.js';

/** Bytes of a globally unique id, as in Iron and newer. */
const GID_SIZE = 16;
/** Identifies this middleware, like the vendor ids of DDS. */
const VENDOR = [0x01, 0xff];

/**
 * The globally unique id of an endpoint: domain, number of the node, index of the entity. The same
 * in every run of the same program.
 */
export function endpointGid(entity: Entity): number[] {
  const gid = new Uint8Array(GID_SIZE);
  const view = new DataView(gid.buffer);
  gid.set(VENDOR);
  view.setUint16(2, entity.node.domain);
  view.setUint32(4, entity.node.number);
  view.setUint32(12, entity.index);
  return Array.from(gid);
}
