import type { ColumnType } from './parquet_column.js';
import { ParquetFile } from './parquet_file.js';
import type { TableRow } from './result_table.js';

/** Rows that are in memory at a time. */
const ROWS_PER_GROUP = 50_000;

/** The type of each column as far as the rows show it; undefined: none yet; text if it stays so. */
type Columns = ReadonlyMap<string, ColumnType | undefined>;

/**
 * Writes rows as a Parquet file, in groups of rows, so that their number is not limited by memory. Columns of
 * numbers are doubles or booleans, all others text.
 *
 * @param rows - called again for the first rows, which mostly show the columns and their types, and once more for all rows
 *   if they did not
 * @param types - of columns that may have no value in any row
 */
export function writeParquet(
  rows: () => Iterable<TableRow>,
  file: string,
  types: Columns = new Map(),
  rowsPerGroup = ROWS_PER_GROUP,
): void {
  const shown = columnsOf(rows(), types, rowsPerGroup);
  if (writeColumns(rows(), shown, file, rowsPerGroup)) return;
  const all = columnsOf(rows(), types, Number.POSITIVE_INFINITY);
  writeColumns(rows(), all, file, rowsPerGroup);
}

/** False if a row does not fit; what was written is then overwritten. */
function writeColumns(
  rows: Iterable<TableRow>,
  columns: Columns,
  file: string,
  rowsPerGroup: number,
): boolean {
  const output = new ParquetFile(file, columns, rowsPerGroup);
  try {
    for (const row of rows) {
      if (!fits(row, columns)) return false;
      output.add(row);
    }
    output.finish();
    return true;
  } finally {
    output.close();
  }
}

/** Columns of the first rows in the order in which they appear. */
function columnsOf(rows: Iterable<TableRow>, types: Columns, most: number): Columns {
  const seen = new Map<string, ColumnType | undefined>();
  let count = 0;
  for (const row of rows) {
    if (++count > most) break;
    for (const name of Object.keys(row)) {
      const known = seen.get(name) ?? types.get(name);
      const value = row[name];
      const own = value === null || value === undefined ? known : typeOf(value);
      seen.set(name, known === undefined || known === own ? own : 'STRING');
    }
  }
  return seen;
}

/** Whether a row adds nothing new about the columns. */
function fits(row: TableRow, columns: Columns): boolean {
  for (const name of Object.keys(row)) {
    const value = row[name];
    const known = columns.get(name);
    if (known === undefined && !columns.has(name)) return false;
    if (value === null || value === undefined || known === 'STRING') continue;
    if (typeOf(value) !== (known ?? 'STRING')) return false;
  }
  return true;
}

function typeOf(value: string | number | boolean): ColumnType {
  if (typeof value === 'number') return 'DOUBLE';
  return typeof value === 'boolean' ? 'BOOLEAN' : 'STRING';
}
