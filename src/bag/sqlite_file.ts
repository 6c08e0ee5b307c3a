/**
 * Reads tables and indexes of a SQLite 3 database without loading it: pages are read when a
 * cursor reaches them (file format: https://www.sqlite.org/fileformat2.html). Only what bags
 * need: rowid tables, one-column indexes, UTF-8 and UTF-16 text. Nothing is ever written.
 */
import type { ByteSource } from './byte_source.js';
import {
  INTERIOR_INDEX,
  INTERIOR_TABLE,
  LEAF_INDEX,
  LEAF_TABLE,
  SqlitePages,
} from './sqlite_pages.js';
import {
  columnsOf,
  type Page,
  RecordReader,
  readRowid,
  readVarint,
  type SqliteRow,
  type SqliteTable,
  type SqliteValue,
  TableRow,
  varintEnd,
} from './sqlite_row.js';

export interface SqliteIndex {
  readonly rootPage: number;
  readonly table: string;
  /** Text of the `CREATE INDEX` statement. */
  readonly sql: string;
}

/** An entry of an index: the indexed value and the row it belongs to. */
export interface SqliteIndexEntry {
  readonly value: SqliteValue;
  readonly rowid: bigint;
}

/** A place in a b-tree: the next cell of a page, and whether the child before it was visited. */
interface Position {
  readonly page: Page;
  cell: number;
  visited: boolean;
}

export class SqliteFile {
  readonly #pages: SqlitePages;
  readonly tables = new Map<string, SqliteTable>();
  readonly indexes: SqliteIndex[] = [];
  /** The leaf where the last row was found: rows are mostly read one after another. */
  #lastLeaf: { page: Page; first: bigint; last: bigint; table: SqliteTable } | undefined;

  /** @throws OrreryError `ORR_BAG_NOT_A_BAG`, `ORR_BAG_CORRUPT`, `ORR_BAG_TRUNCATED` */
  constructor(source: ByteSource) {
    this.#pages = new SqlitePages(source);
    this.#readSchema();
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

  /**
   * All rows of a table in rowid order. Each page may be visited only once, so a damaged file
   * cannot send the reader in circles.
   */
  *rows(table: SqliteTable): Generator<SqliteRow, void, void> {
    const pages = this.#pages;
    const path: Position[] = [];
    let budget = pages.pageCount;
    const enter = (number: number) => {
      if (budget-- <= 0) throw pages.fail(0, 'a b-tree contains itself.');
      const page = pages.checkedPage(number, INTERIOR_TABLE, LEAF_TABLE, path.length);
      path.push({ page, cell: 0, visited: false });
    };
    enter(table.rootPage);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { page } = top;
      if (page.type === LEAF_TABLE) {
        for (let cell = 0; cell < page.cells; cell++) {
          yield this.#leafRow(table, page, pages.cell(page, cell));
        }
        path.pop();
      } else if (top.cell > page.cells) {
        path.pop();
      } else {
        enter(this.#child(page, top.cell++));
      }
    }
  }

  /** The page left of cell `index` of an interior page; the last child is right of all cells. */
  #child(page: Page, index: number): number {
    const at = index < page.cells ? this.#pages.cell(page, index) : page.header + 8;
    return this.#pages.u32(page, at);
  }

  #leafRow(table: SqliteTable, page: Page, at: number): SqliteRow {
    const size = readVarint(page.bytes, at);
    const rowid = readRowid(page.bytes, varintEnd);
    const payload = this.#pages.payload(page, size, varintEnd, LEAF_TABLE);
    return new TableRow(this.#pages, table, rowid, payload);
  }

  #rowidOf(page: Page, index: number): bigint {
    const at = this.#pages.cell(page, index);
    if (page.type !== LEAF_TABLE) return readRowid(page.bytes, at + 4);
    readVarint(page.bytes, at);
    return readRowid(page.bytes, varintEnd);
  }

  /** Index of the first cell whose rowid is not below the given one. */
  #search(page: Page, rowid: bigint): number {
    let low = 0;
    let high = page.cells;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rowidOf(page, middle) < rowid) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #leafOf(table: SqliteTable, rowid: bigint): Page {
    const known = this.#lastLeaf;
    if (known?.table === table && rowid >= known.first && rowid <= known.last) return known.page;
    let number = table.rootPage;
    for (let depth = 0; ; depth++) {
      const page = this.#pages.checkedPage(number, INTERIOR_TABLE, LEAF_TABLE, depth);
      if (page.type !== LEAF_TABLE) {
        number = this.#child(page, this.#search(page, rowid));
        continue;
      }
      if (page.cells > 0) {
        const first = this.#rowidOf(page, 0);
        this.#lastLeaf = { page, first, last: this.#rowidOf(page, page.cells - 1), table };
      }
      return page;
    }
  }

  /** Finds the row with this rowid. */
  row(table: SqliteTable, rowid: bigint): SqliteRow | undefined {
    const page = this.#leafOf(table, rowid);
    const index = this.#search(page, rowid);
    if (index === page.cells) return undefined;
    const row = this.#leafRow(table, page, this.#pages.cell(page, index));
    return row.rowid === rowid ? row : undefined;
  }

  /** The entries of an index in order. Entries below `from` are skipped. */
  *indexEntries(index: SqliteIndex, from?: bigint): Generator<SqliteIndexEntry, void, void> {
    const pages = this.#pages;
    const path: Position[] = [];
    let budget = pages.pageCount;
    const enter = (number: number) => {
      if (budget-- <= 0) throw pages.fail(0, 'a b-tree contains itself.');
      const page = pages.checkedPage(number, INTERIOR_INDEX, LEAF_INDEX, path.length);
      path.push({ page, cell: 0, visited: page.type === LEAF_INDEX });
    };
    enter(index.rootPage);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { page, cell } = top;
      const interior = page.type === INTERIOR_INDEX;
      if (cell === page.cells) {
        path.pop();
        if (interior) enter(this.#child(page, cell));
        continue;
      }
      if (!top.visited) {
        top.visited = true;
        // Everything left of an entry that is too small is too small as well.
        const entry = from === undefined ? undefined : this.#indexEntry(page, cell).value;
        if (typeof entry !== 'bigint' || entry >= from!) {
          enter(this.#child(page, cell));
          continue;
        }
      }
      top.cell++;
      top.visited = !interior;
      const entry = this.#indexEntry(page, cell);
      if (from === undefined || typeof entry.value !== 'bigint' || entry.value >= from) yield entry;
    }
  }

  #indexEntry(page: Page, cell: number): SqliteIndexEntry {
    const pages = this.#pages;
    const at = pages.cell(page, cell);
    const size = readVarint(page.bytes, page.type === INTERIOR_INDEX ? at + 4 : at);
    const record = new RecordReader(pages, pages.payload(page, size, varintEnd, page.type));
    const rowid = record.value(record.count - 1);
    if (typeof rowid === 'bigint') return { value: record.value(0), rowid };
    throw pages.fail(pages.offsetOf(page, at), 'an index entry has no rowid.');
  }

  release(): void {
    this.#lastLeaf = undefined;
    this.#pages.release();
  }
}
