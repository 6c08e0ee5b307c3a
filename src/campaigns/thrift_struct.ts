/** The types of Thrift's compact protocol that Parquet needs. */
const [INT32, INT64, BINARY, LIST, STRUCT] = [5, 6, 8, 9, 12] as const;

/** Larger counts of items do not fit into the head of a list. */
const MOST_IN_HEAD = 14;

/**
 * A structure in Thrift's compact protocol, in which the headers and the footer of a Parquet file are written.
 * Fields are added by their numbers, in ascending order.
 */
export class ThriftStruct {
  readonly #bytes: number[] = [];
  #last = 0;

  int32(field: number, value: number): this {
    this.#begin(field, INT32);
    return this.#varint(zigzag(value));
  }

  int64(field: number, value: number): this {
    this.#begin(field, INT64);
    return this.#varint(zigzag(value));
  }

  text(field: number, value: string): this {
    return this.binary(field, Buffer.from(value));
  }

  binary(field: number, value: Uint8Array): this {
    this.#begin(field, BINARY);
    return this.#binary(value);
  }

  struct(field: number, value: ThriftStruct): this {
    this.#begin(field, STRUCT);
    return this.#append(value.bytes());
  }

  int32s(field: number, values: readonly number[]): this {
    this.#list(field, INT32, values.length);
    for (const value of values) this.#varint(zigzag(value));
    return this;
  }

  texts(field: number, values: readonly string[]): this {
    this.#list(field, BINARY, values.length);
    for (const value of values) this.#binary(Buffer.from(value));
    return this;
  }

  structs(field: number, values: readonly ThriftStruct[]): this {
    this.#list(field, STRUCT, values.length);
    for (const value of values) this.#append(value.bytes());
    return this;
  }

  bytes(): Uint8Array {
    return Uint8Array.from([...this.#bytes, 0]);
  }

  #begin(field: number, type: number): void {
    this.#bytes.push(((field - this.#last) << 4) | type);
    this.#last = field;
  }

  #list(field: number, type: number, size: number): void {
    this.#begin(field, LIST);
    if (size <= MOST_IN_HEAD) this.#bytes.push((size << 4) | type);
    else {
      this.#bytes.push(0xf0 | type);
      this.#varint(size);
    }
  }

  #binary(value: Uint8Array): this {
    this.#varint(value.length);
    return this.#append(value);
  }

  #append(bytes: Uint8Array): this {
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  #varint(value: number): this {
    for (const byte of varint(value)) this.#bytes.push(byte);
    return this;
  }
}

/** Seven bits per byte, the lowest first. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  bytes.push(rest);
  return bytes;
}

/** Numbers of either sign as numbers from 0. */
function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
