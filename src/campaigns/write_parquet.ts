import type { TableRow } from './result_table.js';

/** Rows that are in memory at a time. */
const ROWS_PER_GROUP = 50_000;

type ColumnType = 'DOUBLE' | 'BOOLEAN' | 'STRING';

/**
 * Writes rows as a Parquet file, in groups of rows, so that their number is not limited by memory. Columns of
 * numbers are doubles or booleans, all others text.
 *
 * @param rows - called twice: the first time for the columns and their types
 */
export async function writeParquet(
  rows: () => Iterable<TableRow>,
  file: string,
  rowsPerGroup = ROWS_PER_GROUP,
): Promise<void> {
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const types = [...columnTypes(rows())];
  const empty = types.map(([name, type]) => ({ name, type, data: [] }));
  const schema = schemaFromColumnData({ columnData: empty });
  const writer = new ParquetWriter({ writer: fileWriter(file), schema });
  const write = (group: readonly TableRow[]) =>
    writer.write({
      columnData: types.map(([name, type]) => ({
        name,
        data: group.map((row) => cellOf(row[name], type)),
      })),
      rowGroupSize: rowsPerGroup,
    });
  let group: TableRow[] = [];
  for (const row of rows()) {
    group.push(row);
    if (group.length < rowsPerGroup) continue;
    await write(group);
    group = [];
  }
  await write(group);
  await writer.finish();
}

/** Columns in the order in which they appear. */
function columnTypes(rows: Iterable<TableRow>): Map<string, ColumnType> {
  const seen = new Map<string, ColumnType | undefined>();
  for (const row of rows) {
    for (const name of Object.keys(row)) {
      const known = seen.get(name);
      const value = row[name];
      if (value === null || value === undefined) seen.set(name, known);
      else if (known === undefined) seen.set(name, typeOf(value));
      else if (known !== typeOf(value)) seen.set(name, 'STRING');
    }
  }
  return new Map([...seen].map(([name, type]) => [name, type ?? 'STRING']));
}

function typeOf(value: string | number | boolean): ColumnType {
  if (typeof value === 'number') return 'DOUBLE';
  return typeof value === 'boolean' ? 'BOOLEAN' : 'STRING';
}

function cellOf(value: TableRow[string] | undefined, type: ColumnType): TableRow[string] {
  if (value === null || value === undefined) return null;
  return type === 'STRING' ? String(value) : value;
}
