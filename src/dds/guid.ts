/** Names of participants and endpoints on the wire. */

export const PREFIX_BYTES = 12;

/** Entity ids that every participant has. */
export const ENTITY = {
  unknown: 0,
  participant: 0x000001c1,
  spdpWriter: 0x000100c2,
  spdpReader: 0x000100c7,
  publicationsWriter: 0x000003c2,
  publicationsReader: 0x000003c7,
  subscriptionsWriter: 0x000004c2,
  subscriptionsReader: 0x000004c7,
  livelinessWriter: 0x000200c2,
  livelinessReader: 0x000200c7,
} as const;

/** The last byte of an entity id. */
export const ENTITY_KIND = {
  writerWithKey: 0x02,
  writerNoKey: 0x03,
  readerNoKey: 0x04,
  readerWithKey: 0x07,
} as const;

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Bytes as hexadecimal digits. */
export function hex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let i = start; i < end; i++) text += HEX[bytes[i]!];
  return text;
}

/** The reverse of {@link hex}; other characters count as 0. */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length >> 1);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** A GUID: the prefix of a participant and the id of one of its entities. */
export class Guid {
  #text: string | undefined;

  constructor(
    readonly prefix: Uint8Array,
    readonly entity: number,
  ) {}

  /** Copies a GUID from 16 bytes at an offset. */
  static read(bytes: Uint8Array, offset = 0): Guid {
    const at = offset + PREFIX_BYTES;
    return new Guid(bytes.slice(offset, at), readEntity(bytes, at));
  }

  static fromHex(text: string): Guid {
    return Guid.read(fromHex(text));
  }

  /** 32 hexadecimal digits; equal for equal GUIDs. */
  get text(): string {
    this.#text ??= hex(this.prefix) + this.entity.toString(16).padStart(8, '0');
    return this.#text;
  }

  writeTo(bytes: Uint8Array, offset: number): void {
    bytes.set(this.prefix, offset);
    writeEntity(bytes, offset + PREFIX_BYTES, this.entity);
  }

  /** The 16 bytes, in a new array. */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(16);
    this.writeTo(bytes, 0);
    return bytes;
  }

  equals(other: Guid): boolean {
    return this.entity === other.entity && this.text === other.text;
  }
}

/** Entity ids are in network order whatever the byte order of the submessage. */
function readEntity(bytes: Uint8Array, offset: number): number {
  return (
    ((bytes[offset]! << 24) |
      (bytes[offset + 1]! << 16) |
      (bytes[offset + 2]! << 8) |
      bytes[offset + 3]!) >>>
    0
  );
}

export function writeEntity(bytes: Uint8Array, offset: number, entity: number): void {
  bytes[offset] = entity >>> 24;
  bytes[offset + 1] = entity >>> 16;
  bytes[offset + 2] = entity >>> 8;
  bytes[offset + 3] = entity;
}

/** Whether an entity id is that of a writer. */
export function isWriterEntity(entity: number): boolean {
  const kind = entity & 0x3f;
  return kind === ENTITY_KIND.writerWithKey || kind === ENTITY_KIND.writerNoKey;
}

/** Whether an entity id is that of a reader. */
export function isReaderEntity(entity: number): boolean {
  const kind = entity & 0x3f;
  return kind === ENTITY_KIND.readerWithKey || kind === ENTITY_KIND.readerNoKey;
}

/** Whether an endpoint is one that the specification defines, for discovery and liveliness. */
export function isBuiltin(entity: number): boolean {
  return (entity & 0xc0) === 0xc0;
}

export function isKeyedEntity(entity: number): boolean {
  const kind = entity & 0x3f;
  return kind === ENTITY_KIND.writerWithKey || kind === ENTITY_KIND.readerWithKey;
}

/** Whether the prefix at `offset` is `prefix`. */
export function hasPrefix(bytes: Uint8Array, offset: number, prefix: Uint8Array): boolean {
  for (let i = 0; i < PREFIX_BYTES; i++) if (bytes[offset + i] !== prefix[i]) return false;
  return true;
}

/** Vendor ids of the implementations that the engine distinguishes. */
export const VENDOR = {
  rti: 0x0101,
  twinOaks: 0x0106,
  eprosima: 0x010f,
  cyclone: 0x0110,
  /** An id that is assigned to no vendor. */
  orrery: 0x017e,
} as const;

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
