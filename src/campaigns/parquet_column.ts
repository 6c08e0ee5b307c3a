import { packedBits, parquetLevels } from './parquet_levels.js';
import type { TableRow } from './result_table.js';
import { ThriftStruct } from './thrift_struct.js';

export type Cell = TableRow[string];
export type ColumnType = 'DOUBLE' | 'BOOLEAN' | 'STRING';

/** The numbers that the format gives types, and below encodings and pages. */
export const PHYSICAL = { BOOLEAN: 0, DOUBLE: 5, STRING: 6 } as const;
const [PLAIN, RLE, RLE_DICTIONARY] = [0, 3, 8] as const;
const [DATA_PAGE, DICTIONARY_PAGE] = [0, 2] as const;
const UNCOMPRESSED = 0;

/** A column with more different values in a group is written without a dictionary. */
const LARGEST_DICTIONARY = 1024;

/** A column of the group of rows that is being written: bytes from the first value on, no list of values. */
export class ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** By row, whether it has a value. */
  readonly #defined: Uint16Array;
  /** By value: its number in the dictionary, or whether it is true. */
  readonly #indices: Uint16Array;
  #dictionary: Map<string | number, number> | undefined = new Map();
  #rows = 0;
  #values = 0;
  #plain = Buffer.allocUnsafe(1 << 12);
  #length = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  constructor(name: string, type: ColumnType, rowsPerGroup: number) {
    this.name = name;
    this.type = type;
    this.#defined = new Uint16Array(rowsPerGroup);
    this.#indices = new Uint16Array(rowsPerGroup);
  }

  add(cell: Cell | undefined): void {
    const isDefined = cell !== null && cell !== undefined;
    this.#defined[this.#rows++] = isDefined ? 1 : 0;
    if (!isDefined) return;
    const place = this.#values++;
    if (this.type === 'BOOLEAN') this.#indices[place] = cell === true ? 1 : 0;
    else this.#addValue(this.type === 'STRING' ? String(cell) : (cell as number), place);
  }

  #addValue(value: string | number, place: number): void {
    if (typeof value === 'number') {
      if (value < this.#least) this.#least = value;
      if (value > this.#most) this.#most = value;
    }
    const dictionary = this.#dictionary;
    if (dictionary === undefined) {
      this.#write(value);
      return;
    }
    // A map takes the zeros of both signs for one.
    const key = Object.is(value, -0) ? '-0' : value;
    const known = dictionary.get(key) ?? dictionary.size;
    this.#indices[place] = known;
    if (known < dictionary.size) return;
    dictionary.set(key, known);
    if (dictionary.size > LARGEST_DICTIONARY) this.#leaveDictionary(place + 1);
  }

  #leaveDictionary(values: number): void {
    const known = [...this.#dictionary!.keys()];
    this.#dictionary = undefined;
    for (let i = 0; i < values; i++) this.#write(known[this.#indices[i]!]!);
  }

  #write(value: string | number): void {
    const most = typeof value === 'string' && this.type === 'STRING' ? 4 + 3 * value.length : 8;
    if (this.#length + most > this.#plain.length) {
      const larger = Buffer.allocUnsafe(2 * this.#plain.length + most);
      larger.set(this.#plain.subarray(0, this.#length));
      this.#plain = larger;
    }
    const at = this.#length;
    if (this.type === 'DOUBLE') {
      this.#length = this.#plain.writeDoubleLE(Number(value), at);
    } else {
      const size = this.#plain.write(value as string, at + 4);
      this.#plain.writeUInt32LE(size, at);
      this.#length = at + 4 + size;
    }
  }

  /**
   * The pages of the rows so far, and what the footer says of them; the next row begins another group.
   *
   * @param offset - where the pages begin in the file
   */
  finishGroup(offset: number): { readonly pages: Buffer; readonly chunk: ThriftStruct } {
    const levels = parquetLevels(this.#defined, this.#rows, 1);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(levels.length);
    const size = this.#dictionary?.size ?? 0;
    const hasDictionary = size > 0;
    const values = this.#encodedValues();
    const dictionary = hasDictionary ? dictionaryPage(size, this.#takePlain()) : Buffer.alloc(0);
    const encoding = hasDictionary ? RLE_DICTIONARY : PLAIN;
    const data = dataPage(this.#rows, encoding, Buffer.concat([length, levels, values]));
    const pages = Buffer.concat([dictionary, data]);
    const chunk = new ThriftStruct()
      .int32(1, PHYSICAL[this.type])
      .int32s(2, [PLAIN, RLE, ...(hasDictionary ? [RLE_DICTIONARY] : [])])
      .texts(3, [this.name])
      .int32(4, UNCOMPRESSED)
      .int64(5, this.#rows)
      .int64(6, pages.length)
      .int64(7, pages.length)
      .int64(9, offset + dictionary.length);
    if (hasDictionary) chunk.int64(11, offset);
    chunk.struct(12, this.#statistics());
    this.#begin();
    return { pages, chunk: new ThriftStruct().int64(2, offset).struct(3, chunk) };
  }

  /** The values of the data page; those of the dictionary are plain then. */
  #encodedValues(): Uint8Array {
    if (this.type === 'BOOLEAN') return packedBits(this.#indices, 0, this.#values, 1);
    if (this.#dictionary === undefined) return this.#takePlain();
    const known = [...this.#dictionary.keys()];
    for (const value of known) this.#write(value);
    const width = known.length < 2 ? 0 : 32 - Math.clz32(known.length - 1);
    if (known.length === 0) return Buffer.alloc(0);
    return Buffer.concat([Buffer.of(width), parquetLevels(this.#indices, this.#values, width)]);
  }

  #takePlain(): Buffer {
    return this.#plain.subarray(0, this.#length);
  }

  #statistics(): ThriftStruct {
    const found = new ThriftStruct().int64(3, this.#rows - this.#values);
    if (this.#least > this.#most) return found;
    // By the format, a least zero is negative and a greatest one positive.
    return found.binary(5, doubleBytes(this.#most || 0)).binary(6, doubleBytes(this.#least || -0));
  }

  #begin(): void {
    this.#dictionary = new Map();
    this.#rows = 0;
    this.#values = 0;
    this.#length = 0;
    this.#least = Number.POSITIVE_INFINITY;
    this.#most = Number.NEGATIVE_INFINITY;
  }
}

function dictionaryPage(values: number, bytes: Uint8Array): Buffer {
  return page(DICTIONARY_PAGE, 7, new ThriftStruct().int32(1, values).int32(2, PLAIN), bytes);
}

function dataPage(rows: number, encoding: number, bytes: Uint8Array): Buffer {
  const header = new ThriftStruct().int32(1, rows).int32(2, encoding).int32(3, RLE).int32(4, RLE);
  return page(DATA_PAGE, 5, header, bytes);
}

function page(type: number, field: number, header: ThriftStruct, bytes: Uint8Array): Buffer {
  const head = new ThriftStruct().int32(1, type).int32(2, bytes.length).int32(3, bytes.length);
  return Buffer.concat([head.struct(field, header).bytes(), bytes]);
}

function doubleBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
