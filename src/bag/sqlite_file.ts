/**
 * Reads tables and indexes of a SQLite 3 database without loading it: pages are read when a
 * cursor comes to them (file format: https://www.sqlite.org/fileformat2.html). Only what bags
 * need: rowid tables, one-column indexes, UTF-8 and UTF-16 text. Nothing is ever written.
 */
import { TextDecoder } from 'node:util';
import { bagError, corrupt } from './bag_error.js';
import { type ByteSource, WindowReader } from './byte_source.js';

/** A value of a column. */
export type SqliteValue = null | bigint | number | string | Uint8Array;

/** One row of a table; columns are decoded when asked for. */
export interface SqliteRow {
  readonly rowid: bigint;
  /** The value of column `index`, null where the row was written before the column existed. */
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

export interface SqliteIndex {
  readonly rootPage: number;
  readonly table: string;
  /** Text of the `CREATE INDEX` statement. */
  readonly sql: string;
}

const FILE_MAGIC = 'SQLite format 3\0';
const MAX_DEPTH = 40;
const PAGE_CACHE = 64;

interface Page {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** Where the b-tree header starts: 100 on page 1. */
  readonly header: number;
  readonly type: number;
  readonly cells: number;
}

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

/** True when the bytes start a SQLite database. */
export function isSqlite(head: Uint8Array): boolean {
  return head.length >= 16 && new TextDecoder('latin1').decode(head.subarray(0, 16)) === FILE_MAGIC;
}

/** A payload: its local part, and the overflow pages behind it. */
interface Payload {
  readonly page: Page;
  readonly size: number;
  readonly at: number;
  readonly local: number;
}

export class SqliteFile {
  readonly #source: ByteSource;
  readonly #window: WindowReader;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #pageCount: number;
  readonly #text: TextDecoder;
  readonly #pages = new Map<number, Page>();
  readonly tables = new Map<string, SqliteTable>();
  readonly indexes: SqliteIndex[] = [];

  /** @throws OrreryError `ORR_BAG_NOT_A_BAG`, `ORR_BAG_CORRUPT`, `ORR_BAG_TRUNCATED` */
  constructor(source: ByteSource) {
    this.#source = source;
    this.#window = new WindowReader(source, 128 * 1024);
    const head = source.read(0, Math.min(100, source.size));
    if (!isSqlite(head)) {
      throw bagError('ORR_BAG_NOT_A_BAG', 'is not a SQLite database.', { file: source.path });
    }
    if (head.length < 100) throw this.#fail(0, 'the header is cut off.');
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const size = view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - head[20]!;
    if (
      this.#pageSize < 512 ||
      (this.#pageSize & (this.#pageSize - 1)) !== 0 ||
      this.#usable < 480
    ) {
      throw this.#fail(16, `the page size ${this.#pageSize} is not possible.`);
    }
    const stated = view.getUint32(28);
    this.#pageCount = Math.floor(source.size / this.#pageSize);
    // The stated size is only valid when the file was last written by a version that keeps it.
    if (view.getUint32(24) === view.getUint32(92) && stated > this.#pageCount) {
      const message = `the database has ${stated} pages but the file only ${this.#pageCount}; it is truncated.`;
      throw bagError('ORR_BAG_TRUNCATED', message, { file: source.path, offset: source.size });
    }
    const encodings: Record<number, string> = { 2: 'utf-16le', 3: 'utf-16be' };
    this.#text = new TextDecoder(encodings[view.getUint32(56)] ?? 'utf-8');
    this.#readSchema();
  }

  #fail(offset: number, what: string): Error {
    return corrupt(this.#source.path, offset, what);
  }

  #readSchema(): void {
    const table: SqliteTable = { name: 'sqlite_master', rootPage: 1, columns: [], rowidColumn: -1 };
    for (const row of this.rows(table)) {
      const [kind, name, owner, root, sql] = [0, 1, 2, 3, 4].map((index) => row.column(index));
      if (typeof name !== 'string' || typeof root !== 'bigint' || typeof sql !== 'string') continue;
      if (kind === 'table') {
        const columns = columnsOf(sql);
        const rowidColumn = columns.findIndex((column) =>
          /^integer\s+primary\s+key/i.test(column.rest),
        );
        const names = columns.map((column) => column.name);
        this.tables.set(name, { name, rootPage: Number(root), columns: names, rowidColumn });
      } else if (kind === 'index' && typeof owner === 'string') {
        this.indexes.push({ rootPage: Number(root), table: owner, sql });
      }
    }
  }

  #page(number: number): Page {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    if (number < 1 || number > this.#pageCount) {
      throw this.#fail(0, `page ${number} is used but the file has ${this.#pageCount} pages.`);
    }
    const offset = (number - 1) * this.#pageSize;
    const bytes = this.#window.read(offset, this.#pageSize);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const header = number === 1 ? 100 : 0;
    const type = bytes[header]!;
    const page = { number, bytes, view, header, type, cells: view.getUint16(header + 3) };
    if (this.#pages.size >= PAGE_CACHE) {
      for (const oldest of this.#pages.keys()) {
        this.#pages.delete(oldest);
        break;
      }
    }
    this.#pages.set(number, page);
    return page;
  }

  #offsetOf(page: Page, at: number): number {
    return (page.number - 1) * this.#pageSize + at;
  }

  /** Where cell `index` starts in the page. */
  #cell(page: Page, index: number): number {
    const interior = page.type === INTERIOR_INDEX || page.type === INTERIOR_TABLE;
    const pointer = page.header + (interior ? 12 : 8) + 2 * index;
    const at = pointer + 2 <= this.#pageSize ? page.view.getUint16(pointer) : 0;
    if (at < page.header + 8 || at >= this.#usable) {
      throw this.#fail(this.#offsetOf(page, pointer), 'a cell lies outside its page.');
    }
    return at;
  }

  #checkedPage(number: number, interior: number, leaf: number, depth: number): Page {
    const page = this.#page(number);
    if (depth > MAX_DEPTH) throw this.#fail(this.#offsetOf(page, 0), 'a b-tree contains itself.');
    if (page.type !== interior && page.type !== leaf) {
      throw this.#fail(
        this.#offsetOf(page, page.header),
        `page type ${page.type} is not expected.`,
      );
    }
    const interiorBytes = page.type === interior ? 12 : 8;
    if (page.header + interiorBytes + 2 * page.cells > this.#pageSize) {
      throw this.#fail(this.#offsetOf(page, page.header), `${page.cells} cells do not fit a page.`);
    }
    return page;
  }

  /**
   * All rows of a table in rowid order. Each page may be met once only, so that a damaged file
   * cannot send the reader in circles.
   */
  *rows(table: SqliteTable): Generator<SqliteRow, void, void> {
    const budget = { pages: this.#pageCount };
    yield* this.#tableRows(table, table.rootPage, 0, budget);
  }

  *#tableRows(
    table: SqliteTable,
    number: number,
    depth: number,
    budget: { pages: number },
  ): Generator<SqliteRow, void, void> {
    if (budget.pages-- <= 0) throw this.#fail(0, 'a b-tree contains itself.');
    const page = this.#checkedPage(number, INTERIOR_TABLE, LEAF_TABLE, depth);
    for (let index = 0; index < page.cells; index++) {
      const at = this.#cell(page, index);
      if (page.type === LEAF_TABLE) yield this.#leafRow(table, page, at);
      else yield* this.#tableRows(table, this.#u32(page, at), depth + 1, budget);
    }
    if (page.type === INTERIOR_TABLE) {
      yield* this.#tableRows(table, this.#u32(page, page.header + 8), depth + 1, budget);
    }
  }

  #leafRow(table: SqliteTable, page: Page, at: number): SqliteRow {
    const size = readVarint(page.bytes, at);
    const rowid = readVarint(page.bytes, size.end);
    const payload = this.#payload(page, Number(size.value), rowid.end, LEAF_TABLE);
    return new TableRow(this, table, BigInt.asIntN(64, rowid.value), payload);
  }

  /** Finds the row with this rowid. */
  row(table: SqliteTable, rowid: bigint): SqliteRow | undefined {
    let number = table.rootPage;
    for (let depth = 0; ; depth++) {
      const page = this.#checkedPage(number, INTERIOR_TABLE, LEAF_TABLE, depth);
      const leaf = page.type === LEAF_TABLE;
      let low = 0;
      let high = page.cells;
      while (low < high) {
        const middle = (low + high) >> 1;
        const at = this.#cell(page, middle);
        const key = leaf ? readVarint(page.bytes, at).end : at + 4;
        if (BigInt.asIntN(64, readVarint(page.bytes, key).value) < rowid) low = middle + 1;
        else high = middle;
      }
      if (leaf) {
        const row =
          low < page.cells ? this.#leafRow(table, page, this.#cell(page, low)) : undefined;
        return row !== undefined && row.rowid === rowid ? row : undefined;
      }
      number = this.#u32(page, low < page.cells ? this.#cell(page, low) : page.header + 8);
    }
  }

  /** The entries of an index in order, as (indexed value, rowid). Entries below `from` are skipped. */
  *indexEntries(
    index: SqliteIndex,
    from?: bigint,
  ): Generator<{ value: SqliteValue; rowid: bigint }, void, void> {
    yield* this.#entries(index.rootPage, from, 0, { pages: this.#pageCount });
  }

  *#entries(
    number: number,
    from: bigint | undefined,
    depth: number,
    budget: { pages: number },
  ): Generator<{ value: SqliteValue; rowid: bigint }, void, void> {
    if (budget.pages-- <= 0) throw this.#fail(0, 'a b-tree contains itself.');
    const page = this.#checkedPage(number, INTERIOR_INDEX, LEAF_INDEX, depth);
    const interior = page.type === INTERIOR_INDEX;
    for (let index = 0; index < page.cells; index++) {
      const at = this.#cell(page, index);
      const size = readVarint(page.bytes, interior ? at + 4 : at);
      const record = new RecordReader(
        this,
        this.#payload(page, Number(size.value), size.end, page.type),
      );
      const value = record.value(0);
      // Everything left of an entry that is too small is too small as well.
      const skip = from !== undefined && typeof value === 'bigint' && value < from;
      if (skip) continue;
      if (interior) yield* this.#entries(this.#u32(page, at), from, depth + 1, budget);
      const rowid = record.value(record.count - 1);
      if (typeof rowid !== 'bigint')
        throw this.#fail(this.#offsetOf(page, at), 'an index entry has no rowid.');
      yield { value, rowid };
    }
    if (interior) yield* this.#entries(this.#u32(page, page.header + 8), from, depth + 1, budget);
  }

  #u32(page: Page, at: number): number {
    if (at + 4 > page.bytes.length)
      throw this.#fail(this.#offsetOf(page, at), 'a cell is cut off.');
    return page.view.getUint32(at);
  }

  /** Splits a payload into its local part and overflow by the rules of the format. */
  #payload(page: Page, size: number, at: number, type: number): Payload {
    const usable = this.#usable;
    if (size > this.#source.size) {
      throw this.#fail(this.#offsetOf(page, at), `a row claims to have ${size} bytes.`);
    }
    const most = type === LEAF_TABLE ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((size - least) % (usable - 4));
    const local = size <= most ? size : fitting <= most ? fitting : least;
    if (at + local + (local < size ? 4 : 0) > page.bytes.length) {
      throw this.#fail(this.#offsetOf(page, at), 'a row leaves its page.');
    }
    return { page, size, at, local };
  }

  /** The bytes `from` to `to` of a payload; a view where they lie in one page. */
  bytesOf(payload: Payload, from: number, to: number): Uint8Array {
    const { page, local } = payload;
    if (from < 0 || to < from || to > payload.size) {
      throw this.#fail(this.#offsetOf(page, payload.at), 'a column leaves its row.');
    }
    if (to <= local) return page.bytes.subarray(payload.at + from, payload.at + to);
    const result = new Uint8Array(to - from);
    if (from < local) result.set(page.bytes.subarray(payload.at + from, payload.at + local));
    let next = this.#u32(page, payload.at + local);
    const content = this.#usable - 4;
    for (let start = local; start < to; start += content) {
      if (next < 1 || next > this.#pageCount) {
        throw this.#fail(this.#offsetOf(page, payload.at), 'an overflow chain is broken.');
      }
      const bytes = this.#window.read((next - 1) * this.#pageSize, this.#pageSize);
      const begin = Math.max(from, start);
      const end = Math.min(to, start + content);
      if (begin < end) {
        result.set(bytes.subarray(4 + begin - start, 4 + end - start), begin - from);
      }
      next = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
    }
    return result;
  }

  decodeText(bytes: Uint8Array): string {
    return this.#text.decode(bytes);
  }

  failAt(payload: Payload, what: string): Error {
    return this.#fail(this.#offsetOf(payload.page, payload.at), what);
  }

  release(): void {
    this.#pages.clear();
    this.#source.release();
  }
}

/** Decodes the columns of a record: a header of serial types, then the values. */
class RecordReader {
  readonly #file: SqliteFile;
  readonly #payload: Payload;
  readonly #types: number[] = [];
  readonly #starts: number[] = [];

  constructor(file: SqliteFile, payload: Payload) {
    this.#file = file;
    this.#payload = payload;
    const probe = file.bytesOf(payload, 0, Math.min(9, payload.size));
    const headerSize = readVarint(probe, 0);
    const length = Number(headerSize.value);
    if (length < headerSize.end || length > payload.size || length > 65_536) {
      throw file.failAt(payload, 'the header of a row is wrong.');
    }
    const header = file.bytesOf(payload, 0, length);
    let at = headerSize.end;
    let start = length;
    while (at < length) {
      const type = readVarint(header, at);
      at = type.end;
      this.#types.push(Number(type.value));
      this.#starts.push(start);
      start += storedSize(Number(type.value));
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

class TableRow implements SqliteRow {
  readonly rowid: bigint;
  readonly #rowidColumn: number;
  readonly #record: RecordReader;

  constructor(file: SqliteFile, table: SqliteTable, rowid: bigint, payload: Payload) {
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

/** A big-endian variable-length integer of 1 to 9 bytes; missing bytes read as 0. */
function readVarint(bytes: Uint8Array, at: number): { value: bigint; end: number } {
  let low = 0;
  for (let index = 0; index < 4; index++) {
    const byte = bytes[at + index] ?? 0;
    low = low * 128 + (byte & 127);
    if (byte < 128) return { value: BigInt(low), end: at + index + 1 };
  }
  let value = BigInt(low);
  for (let index = 4; index < 8; index++) {
    const byte = bytes[at + index] ?? 0;
    value = (value << 7n) | BigInt(byte & 127);
    if (byte < 128) return { value, end: at + index + 1 };
  }
  return { value: (value << 8n) | BigInt(bytes[at + 8] ?? 0), end: at + 9 };
}

/** The columns of a `CREATE TABLE` statement: names, and what follows each. */
function columnsOf(sql: string): { name: string; rest: string }[] {
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
