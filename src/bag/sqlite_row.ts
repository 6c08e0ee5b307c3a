/** Records of a SQLite database: how a row is encoded in the payload of a b-tree cell. */

/** A value of a column. */
export type SqliteValue = null | bigint | number | string | Uint8Array;

/** One row of a table; columns are decoded when asked for. */
export interface SqliteRow {
  readonly rowid: bigint;
  /** The value of column `index`, null if the row was written before the column existed. */
  column(index: number): SqliteValue;
}

export interface SqliteTable {
  readonly name: string;
  readonly rootPage: number;
  /** Column names in order. */
  readonly columns: readonly string[];
  /** Position of an `INTEGER PRIMARY KEY`, which is the rowid and is stored as NULL, or -1. */
  readonly rowidColumn: number;
}

export interface Page {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the b-tree header starts: 100 on page 1. */
  readonly header: number;
  readonly type: number;
  readonly cells: number;
}

/** A payload: its local part, and the overflow pages behind it. */
export interface Payload {
  readonly page: Page;
  readonly size: number;
  readonly at: number;
  readonly local: number;
}

/** How much of a payload lies in its cell; the rest is in overflow pages. */
export function localBytes(size: number, usable: number, tableLeaf: boolean): number {
  const most = tableLeaf ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((size - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}

/** What decoding a record needs from the file that holds it. */
export interface PayloadReader {
  bytesOf(payload: Payload, from: number, to: number): Uint8Array;
  decodeText(bytes: Uint8Array): string;
  failAt(payload: Payload, what: string): Error;
}

/** Decodes the columns of a record: a header of serial types, then the values. */
export class RecordReader {
  readonly #file: PayloadReader;
  readonly #payload: Payload;
  readonly #types: number[] = [];
  readonly #starts: number[] = [];

  constructor(file: PayloadReader, payload: Payload) {
    this.#file = file;
    this.#payload = payload;
    const probe = file.bytesOf(payload, 0, Math.min(9, payload.size));
    const length = readVarint(probe, 0);
    let at = varintEnd;
    if (length < at || length > payload.size || length > 65_536) {
      throw file.failAt(payload, 'the header of a row is wrong.');
    }
    const header = file.bytesOf(payload, 0, length);
    let start = length;
    while (at < length) {
      const type = readVarint(header, at);
      at = varintEnd;
      this.#types.push(type);
      this.#starts.push(start);
      start += storedSize(type);
    }
  }

  get count(): number {
    return this.#types.length;
  }

  value(index: number): SqliteValue {
    const type = this.#types[index];
    if (type === undefined || type === 0) return null;
    if (type === 8) return 0n;
    if (type === 9) return 1n;
    const start = this.#starts[index]!;
    const bytes = this.#file.bytesOf(this.#payload, start, start + storedSize(type));
    if (type >= 12) return type % 2 === 0 ? bytes : this.#file.decodeText(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (type === 7) return view.getFloat64(0);
    if (type === 10 || type === 11)
      throw this.#file.failAt(this.#payload, 'a column type is reserved.');
    if (type === 6) return view.getBigInt64(0);
    let value = view.getInt8(0);
    for (let index = 1; index < bytes.length; index++) value = value * 256 + bytes[index]!;
    return BigInt(value);
  }
}

export class TableRow implements SqliteRow {
  readonly rowid: bigint;
  readonly #rowidColumn: number;
  readonly #record: RecordReader;

  constructor(file: PayloadReader, table: SqliteTable, rowid: bigint, payload: Payload) {
    this.rowid = rowid;
    this.#rowidColumn = table.rowidColumn;
    this.#record = new RecordReader(file, payload);
  }

  column(index: number): SqliteValue {
    return index === this.#rowidColumn ? this.rowid : this.#record.value(index);
  }
}

function storedSize(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][type]!;
}

/** Where the integer that {@link readVarint} returned last ends. */
export let varintEnd = 0;

/**
 * A big-endian variable-length integer of 1 to 9 bytes; missing bytes read as 0. For sizes and
 * serial types: a value above 2^53 is rounded, which still exceeds every limit it is compared with.
 */
export function readVarint(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let index = 0; index < 8; index++) {
    const byte = bytes[at + index] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) {
      varintEnd = at + index + 1;
      return value;
    }
  }
  varintEnd = at + 9;
  return value * 256 + (bytes[at + 8] ?? 0);
}

/** A rowid: the same encoding, exactly, as a signed 64-bit integer. */
export function readRowid(bytes: Uint8Array, at: number): bigint {
  const value = readVarint(bytes, at);
  const length = varintEnd - at;
  // Seven bytes carry 49 bits, which a number holds exactly.
  if (length <= 7) return BigInt(value);
  let exact = 0n;
  for (let index = 0; index < Math.min(8, length); index++) {
    exact = (exact << 7n) | BigInt((bytes[at + index] ?? 0) & 127);
  }
  if (length === 9) exact = (exact << 8n) | BigInt(bytes[at + 8] ?? 0);
  return BigInt.asIntN(64, exact);
}

/** The columns of a `CREATE TABLE` statement: names, and what follows each. */
export function columnsOf(sql: string): { name: string; rest: string }[] {
  const open = sql.indexOf('(');
  const body = sql.slice(open + 1, sql.lastIndexOf(')'));
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < body.length; at++) {
    const char = body[at];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === ',' && depth === 0) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(body.slice(start));
  return parts.map((part) => {
    const match = /^\s*["'`[]?(\w+)["'`\]]?\s*([\s\S]*)$/.exec(part);
    return { name: match?.[1] ?? '', rest: match?.[2] ?? '' };
  });
}
