import { TextDecoder } from 'node:util';
import { bagError, corrupt } from './bag_error.js';
import { type ByteSource, WindowReader } from './byte_source.js';
import { localBytes, type Page, type Payload, type PayloadReader } from './sqlite_row.js';

/** Types of b-tree pages. */
export const INTERIOR_INDEX = 2;
export const INTERIOR_TABLE = 5;
export const LEAF_INDEX = 10;
export const LEAF_TABLE = 13;

const FILE_MAGIC = 'SQLite format 3\0';
const MAX_DEPTH = 40;
/** Pages of b-trees that are kept. */
const PAGE_CACHE_BYTES = 4 * 1024 * 1024;
const READ_AHEAD_BYTES = 128 * 1024;

/** True when the bytes start a SQLite database. */
export function isSqlite(head: Uint8Array): boolean {
  return head.length >= 16 && new TextDecoder('latin1').decode(head.subarray(0, 16)) === FILE_MAGIC;
}

/** The pages of a SQLite database: reads them on demand, checks them, finds cells and payloads. */
export class SqlitePages implements PayloadReader {
  readonly #source: ByteSource;
  readonly #window: WindowReader;
  readonly #pageSize: number;
  readonly #usable: number;
  readonly #text: TextDecoder;
  readonly #pages = new Map<number, Page>();
  #lastPage = 0;
  readonly pageCount: number;

  /** @throws OrreryError `ORR_BAG_NOT_A_BAG`, `ORR_BAG_CORRUPT`, `ORR_BAG_TRUNCATED` */
  constructor(source: ByteSource) {
    this.#source = source;
    this.#window = new WindowReader(source, READ_AHEAD_BYTES);
    const head = source.read(0, Math.min(100, source.size));
    if (!isSqlite(head)) {
      throw bagError('ORR_BAG_NOT_A_BAG', 'is not a SQLite database.', { file: source.path });
    }
    if (head.length < 100) throw this.fail(0, 'the header is cut off.');
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const size = view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - head[20]!;
    if (
      this.#pageSize < 512 ||
      (this.#pageSize & (this.#pageSize - 1)) !== 0 ||
      this.#usable < 480
    ) {
      throw this.fail(16, `the page size ${this.#pageSize} is not possible.`);
    }
    const stated = view.getUint32(28);
    this.pageCount = Math.floor(source.size / this.#pageSize);
    // The stated size is only valid when the file was last written by a version that keeps it.
    if (view.getUint32(24) === view.getUint32(92) && stated > this.pageCount) {
      const message = `the database has ${stated} pages but the file only ${this.pageCount}; it is truncated.`;
      throw bagError('ORR_BAG_TRUNCATED', message, { file: source.path, offset: source.size });
    }
    const encodings: Record<number, string> = { 2: 'utf-16le', 3: 'utf-16be' };
    this.#text = new TextDecoder(encodings[view.getUint32(56)] ?? 'utf-8');
  }

  fail(offset: number, what: string): Error {
    return corrupt(this.#source.path, offset, what);
  }

  page(number: number): Page {
    const known = this.#pages.get(number);
    if (known !== undefined) return known;
    if (number < 1 || number > this.pageCount) {
      throw this.fail(0, `page ${number} is used but the file has ${this.pageCount} pages.`);
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

  offsetOf(page: Page, at: number): number {
    return (page.number - 1) * this.#pageSize + at;
  }

  /** Where cell `index` starts in the page. */
  cell(page: Page, index: number): number {
    const interior = page.type === INTERIOR_INDEX || page.type === INTERIOR_TABLE;
    const pointer = page.header + (interior ? 12 : 8) + 2 * index;
    const at = pointer + 2 <= this.#pageSize ? page.view.getUint16(pointer) : 0;
    if (at < page.header + 8 || at >= this.#usable) {
      throw this.fail(this.offsetOf(page, pointer), 'a cell lies outside its page.');
    }
    return at;
  }

  checkedPage(number: number, interior: number, leaf: number, depth: number): Page {
    const page = this.page(number);
    if (depth > MAX_DEPTH) throw this.fail(this.offsetOf(page, 0), 'a b-tree contains itself.');
    if (page.type !== interior && page.type !== leaf) {
      throw this.fail(this.offsetOf(page, page.header), `page type ${page.type} is not expected.`);
    }
    const interiorBytes = page.type === interior ? 12 : 8;
    if (page.header + interiorBytes + 2 * page.cells > this.#pageSize) {
      throw this.fail(this.offsetOf(page, page.header), `${page.cells} cells do not fit a page.`);
    }
    return page;
  }

  u32(page: Page, at: number): number {
    if (at + 4 > page.bytes.length) throw this.fail(this.offsetOf(page, at), 'a cell is cut off.');
    return page.view.getUint32(at);
  }

  /** Splits a payload into its local part and overflow by the rules of the format. */
  payload(page: Page, size: number, at: number, type: number): Payload {
    if (size > this.#source.size) {
      throw this.fail(this.offsetOf(page, at), `a row claims to have ${size} bytes.`);
    }
    const local = localBytes(size, this.#usable, type === LEAF_TABLE);
    if (at + local + (local < size ? 4 : 0) > page.bytes.length) {
      throw this.fail(this.offsetOf(page, at), 'a row leaves its page.');
    }
    return { page, size, at, local };
  }

  /** The bytes `from` to `to` of a payload; a view where they lie in one page. */
  bytesOf(payload: Payload, from: number, to: number): Uint8Array {
    const { page, local } = payload;
    if (from < 0 || to < from || to > payload.size) {
      throw this.fail(this.offsetOf(page, payload.at), 'a column leaves its row.');
    }
    if (to <= local) return page.bytes.subarray(payload.at + from, payload.at + to);
    const result = new Uint8Array(to - from);
    if (from < local) result.set(page.bytes.subarray(payload.at + from, payload.at + local));
    let next = this.u32(page, payload.at + local);
    const content = this.#usable - 4;
    for (let start = local; start < to; start += content) {
      if (next < 1 || next > this.pageCount) {
        throw this.fail(this.offsetOf(page, payload.at), 'an overflow chain is broken.');
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
    return this.fail(this.offsetOf(payload.page, payload.at), what);
  }

  release(): void {
    this.#pages.clear();
    this.#source.release();
  }
}
