/**
 * Reads tables and indexes of a SQLite 3 database without loading it: pages are read when a
 * cursor comes to them (file format: https://www.sqlite.org/fileformat2.html). Only what bags
 * need: rowid tables, one-column indexes, UTF-8 and UTF-16 text. Nothing is ever written.
 */
import { TextDecoder } from 'node:util';
import { bagError, corrupt } from './bag_error.js';
import { type ByteSource, WindowReader } from './byte_source.js';
import {
  columnsOf,
  localBytes,
  type Page,
  type Payload,
  RecordReader,
  readRowid,
  readVarint,
  type SqliteRow,
  type SqliteTable,
  type SqliteValue,
  TableRow,
  varintEnd,
} from './sqlite_record.js';

export interface SqliteIndex {
  readonly rootPage: number;
  readonly table: string;
  /** Text of the `CREATE INDEX` statement. */
  readonly sql: string;
}

const FILE_MAGIC = 'SQLite format 3\0';
const MAX_DEPTH = 40;
/** Pages of b-trees that are kept. */
const PAGE_CACHE_BYTES = 4 * 1024 * 1024;
const READ_AHEAD_BYTES = 128 * 1024;

const INTERIOR_INDEX = 2;
const INTERIOR_TABLE = 5;
const LEAF_INDEX = 10;
const LEAF_TABLE = 13;

/** True when the bytes start a SQLite database. */
export function isSqlite(head: Uint8Array): boolean {
  return head.length >= 16 && new TextDecoder('latin1').decode(head.subarray(0, 16)) === FILE_MAGIC;
}

export class SqliteFile {
  readonly #source: ByteSource;
  readonly #window: WindowReader;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #pageCount: number;
  readonly #text: TextDecoder;
  readonly #pages = new Map<number, Page>();
  #lastPage = 0;
  readonly tables = new Map<string, SqliteTable>();
  readonly indexes: SqliteIndex[] = [];

  /** @throws OrreryError `ORR_BAG_NOT_A_BAG`, `ORR_BAG_CORRUPT`, `ORR_BAG_TRUNCATED` */
  constructor(source: ByteSource) {
    this.#source = source;
    this.#window = new WindowReader(source, READ_AHEAD_BYTES);
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
    const bytes = this.#pageBytes(number);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const header = number === 1 ? 100 : 0;
    const type = bytes[header]!;
    const page = { number, bytes, view, header, type, cells: view.getUint16(header + 3) };
    if (this.#pages.size * this.#pageSize >= PAGE_CACHE_BYTES) {
      for (const oldest of this.#pages.keys()) {
        this.#pages.delete(oldest);
        break;
      }
    }
    this.#pages.set(number, page);
    return page;
  }

  /** Reads ahead only where pages are read one after the other. */
  #pageBytes(number: number): Uint8Array {
    const offset = (number - 1) * this.#pageSize;
    const sequential = number === this.#lastPage + 1;
    this.#lastPage = number;
    return (sequential ? this.#window : this.#source).read(offset, this.#pageSize);
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
    const rowid = readRowid(page.bytes, varintEnd);
    const payload = this.#payload(page, size, varintEnd, LEAF_TABLE);
    return new TableRow(this, table, rowid, payload);
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
        if (leaf) readVarint(page.bytes, at);
        if (readRowid(page.bytes, leaf ? varintEnd : at + 4) < rowid) low = middle + 1;
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
      const record = new RecordReader(this, this.#payload(page, size, varintEnd, page.type));
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
    if (size > this.#source.size) {
      throw this.#fail(this.#offsetOf(page, at), `a row claims to have ${size} bytes.`);
    }
    const local = localBytes(size, this.#usable, type === LEAF_TABLE);
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
      const bytes = this.#pageBytes(next);
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
