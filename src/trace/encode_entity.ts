/** Topic and type of the messages that name entities; each comes before the first callback of its entity. */
export const ENTITIES_TOPIC = 'entities';
export const ENTITY_TYPE = 'orrery_msgs/msg/Entity';
export const ENTITY_DEFINITION = `# Entities are numbered from 1 in the order of their first callbacks.
uint32 number
# Node, kind and name, e.g. "/robot/filter subscription /scan".
string name
`;

/** An entity's name in CDR. */
export function encodeEntity(number: number, name: string): Uint8Array {
  const text = Buffer.from(name);
  const bytes = new Uint8Array(12 + text.length + 1);
  bytes[1] = 1; // XCDR1, little endian
  const view = new DataView(bytes.buffer);
  view.setUint32(4, number, true);
  view.setUint32(8, text.length + 1, true);
  bytes.set(text, 12);
  return bytes;
}

/** Reads what {@link encodeEntity} returns; undefined if the bytes are something else. */
export function decodeEntity(
  bytes: Uint8Array,
): { readonly number: number; readonly name: string } | undefined {
  if (bytes.length < 13 || bytes[1] !== 1) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = 11 + view.getUint32(8, true);
  if (end !== bytes.length - 1) return undefined;
  return {
    number: view.getUint32(4, true),
    name: Buffer.from(bytes.subarray(12, end)).toString('utf8'),
  };
}
