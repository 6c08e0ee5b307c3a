import { closeSync, openSync, writeSync } from 'node:fs';
import { type ColumnType, ParquetColumn, PHYSICAL } from './parquet_column.js';
import type { TableRow } from './result_table.js';
import { ThriftStruct } from './thrift_struct.js';

/** How a Parquet file begins and ends. */
const MAGIC = 'PAR1';

const OPTIONAL = 1;
const UTF8 = 0;

/**
 * A Parquet file of columns that may have no value in a row (https://parquet.apache.org/docs/file-format/): uncompressed, with
 * dictionaries where values repeat. Only the present group of rows is in memory.
 */
export class ParquetFile {
  readonly #file: number;
  readonly #columns: readonly ParquetColumn[];
  readonly #rowsPerGroup: number;
  readonly #groups: ThriftStruct[] = [];
  #offset = 0;
  #inGroup = 0;
  #rows = 0;

  /** @param columns - their names and types; text where that is not known */
  constructor(
    path: string,
    columns: ReadonlyMap<string, ColumnType | undefined>,
    rowsPerGroup: number,
  ) {
    this.#columns = [...columns].map(
      ([name, type = 'STRING']) => new ParquetColumn(name, type, rowsPerGroup),
    );
    this.#rowsPerGroup = rowsPerGroup;
    this.#file = openSync(path, 'w');
    this.#write(Buffer.from(MAGIC));
  }

  add(row: TableRow): void {
    for (const column of this.#columns) column.add(row[column.name]);
    if (++this.#inGroup === this.#rowsPerGroup) this.#finishGroup();
  }

  /** Writes what is left, and the footer. */
  finish(): void {
    if (this.#inGroup > 0) this.#finishGroup();
    const footer = new ThriftStruct()
      .int32(1, 2)
      .structs(2, [root(this.#columns.length), ...this.#columns.map(element)])
      .int64(3, this.#rows)
      .structs(4, this.#groups)
      .text(6, 'Orrery')
      // Values are ordered as their types say; a reader that is not told so ignores the least and the greatest.
      .structs(
        7,
        this.#columns.map(() => new ThriftStruct().struct(1, new ThriftStruct())),
      )
      .bytes();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    this.#write(Buffer.concat([footer, length, Buffer.from(MAGIC)]));
  }

  close(): void {
    closeSync(this.#file);
  }

  #finishGroup(): void {
    const began = this.#offset;
    const chunks = this.#columns.map((column) => {
      const { pages, chunk } = column.finishGroup(this.#offset);
      this.#write(pages);
      return chunk;
    });
    const size = this.#offset - began;
    const group = new ThriftStruct().structs(1, chunks).int64(2, size).int64(3, this.#inGroup);
    this.#groups.push(group);
    this.#rows += this.#inGroup;
    this.#inGroup = 0;
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#offset += bytes.length;
  }
}

function root(columns: number): ThriftStruct {
  return new ThriftStruct().text(4, 'root').int32(5, columns);
}

function element({ name, type }: ParquetColumn): ThriftStruct {
  const known = new ThriftStruct().int32(1, PHYSICAL[type]).int32(3, OPTIONAL).text(4, name);
  if (type !== 'STRING') return known;
  const isText = new ThriftStruct().struct(1, new ThriftStruct());
  return known.int32(6, UTF8).struct(10, isText);
}
