/** Messages as rosbridge writes them in CBOR (RFC 8949), with arrays of numbers as typed arrays (RFC 8746). */
import {
  type FieldType,
  type MessageObject,
  type MessageType,
  unsignedChars,
} from '../interfaces/index.js';

/** The first byte of an item begins with its kind, in the upper three bits. */
const KIND = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6 } as const;
const SIMPLE = { false: 0xf4, true: 0xf5, float64: 0xfb } as const;
const LARGEST = 0xffff_ffff_ffff_ffffn;

type Numbers = ArrayLike<number> | ArrayLike<bigint>;
interface Packed {
  readonly tag: number;
  readonly width: number;
  readonly put: (view: DataView, at: number, value: never) => void;
}

const packed = <Value>(
  tag: number,
  width: number,
  put: (view: DataView, at: number, value: Value) => void,
): Packed => ({ tag, width, put });

/** Little-endian arrays, by the type of their elements. */
const ARRAYS: Readonly<Record<string, Packed>> = {
  uint16: packed<number>(69, 2, (view, at, value) => view.setUint16(at, value, true)),
  uint32: packed<number>(70, 4, (view, at, value) => view.setUint32(at, value, true)),
  uint64: packed<bigint>(71, 8, (view, at, value) => view.setBigUint64(at, value, true)),
  int8: packed<number>(72, 1, (view, at, value) => view.setInt8(at, value)),
  int16: packed<number>(77, 2, (view, at, value) => view.setInt16(at, value, true)),
  int32: packed<number>(78, 4, (view, at, value) => view.setInt32(at, value, true)),
  int64: packed<bigint>(79, 8, (view, at, value) => view.setBigInt64(at, value, true)),
  float32: packed<number>(85, 4, (view, at, value) => view.setFloat32(at, value, true)),
  float64: packed<number>(86, 8, (view, at, value) => view.setFloat64(at, value, true)),
};
const BYTES = new Set(['uint8', 'char', 'byte']);

/** A message of a topic as a client gets it: `{ op: 'publish', topic, msg }`. */
export function publishedCbor(topic: string, type: MessageType, message: MessageObject): Buffer {
  const out = new CborWriter();
  out.publication(topic);
  out.message(type, message);
  return out.finish();
}

/** The same with the message as it is on the wire of ROS 2. @param time - ns since the epoch */
export function publishedRawCbor(topic: string, payload: Uint8Array, time: bigint): Buffer {
  const out = new CborWriter();
  out.publication(topic);
  out.head(KIND.map, 3);
  out.text('secs');
  out.integer(time / 1_000_000_000n);
  out.text('nsecs');
  out.integer(time % 1_000_000_000n);
  out.text('bytes');
  out.bytes(payload);
  return out.finish();
}

class CborWriter {
  readonly #parts: Uint8Array[] = [];

  finish(): Buffer {
    return Buffer.concat(this.#parts);
  }

  publication(topic: string): void {
    this.head(KIND.map, 3);
    this.text('op');
    this.text('publish');
    this.text('topic');
    this.text(topic);
    this.text('msg');
  }

  message(type: MessageType, message: MessageObject): void {
    const values: Record<string, unknown> = unsignedChars(type, message);
    this.head(KIND.map, type.members.length);
    for (const { field, nested } of type.members) {
      this.text(field.name);
      this.#field(field.type, nested, values[field.name]);
    }
  }

  #field(type: FieldType, nested: MessageType | undefined, value: unknown): void {
    const { primitive = '' } = type;
    if (type.array === undefined) this.#one(type, nested, value);
    else if (BYTES.has(primitive)) this.bytes(Uint8Array.from(value as Iterable<number>));
    else if (Object.hasOwn(ARRAYS, primitive)) this.#array(ARRAYS[primitive]!, value as Numbers);
    else {
      const items = Array.from(value as Iterable<unknown>);
      this.head(KIND.list, items.length);
      for (const each of items) this.#one(type, nested, each);
    }
  }

  #one({ primitive }: FieldType, nested: MessageType | undefined, value: unknown): void {
    if (nested !== undefined) this.message(nested, value as MessageObject);
    else if (typeof value === 'string') this.text(value);
    else if (typeof value === 'boolean') {
      this.#parts.push(Uint8Array.of(value ? SIMPLE.true : SIMPLE.false));
    } else if (primitive === 'float32' || primitive === 'float64') this.#float(value as number);
    else this.integer(BigInt(value as number | bigint));
  }

  #array({ tag, width, put }: Packed, values: Numbers): void {
    const data = new Uint8Array(values.length * width);
    const view = new DataView(data.buffer);
    for (let i = 0; i < values.length; i++) put(view, i * width, values[i] as never);
    this.head(KIND.tag, tag);
    this.bytes(data);
  }

  #float(value: number): void {
    const item = Buffer.alloc(9);
    item[0] = SIMPLE.float64;
    item.writeDoubleBE(value, 1);
    this.#parts.push(item);
  }

  integer(value: bigint): void {
    if (value < 0n) this.head(KIND.negative, -1n - value);
    else this.head(KIND.unsigned, value);
  }

  text(value: string): void {
    const data = Buffer.from(value);
    this.head(KIND.text, data.length);
    this.#parts.push(data);
  }

  bytes(data: Uint8Array): void {
    this.head(KIND.bytes, data.length);
    this.#parts.push(data);
  }

  /** The first bytes of an item: its kind, and a number in as few bytes as it needs. */
  head(kind: number, value: number | bigint): void {
    const long = BigInt(value) & LARGEST;
    const width =
      long < 24n ? 0 : long < 0x100n ? 1 : long < 0x1_0000n ? 2 : long <= 0xffff_ffffn ? 4 : 8;
    const item = Buffer.alloc(1 + width);
    item[0] = (kind << 5) | (width === 0 ? Number(long) : 24 + Math.log2(width));
    if (width === 8) item.writeBigUInt64BE(long, 1);
    else if (width > 0) item.writeUIntBE(Number(long), 1, width);
    this.#parts.push(item);
  }
}
