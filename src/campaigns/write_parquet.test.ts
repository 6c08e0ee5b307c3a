import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TableRow } from './result_table.js';
import { writeParquet } from './write_parquet.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-write-parquet-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a reader finds, and how many rows are in each group. */
async function written(rows: readonly TableRow[], rowsPerGroup?: number) {
  const name = join(folder, 'table.parquet');
  await writeParquet(() => rows, name, rowsPerGroup);
  const file = await asyncBufferFromFile(name);
  const { row_groups: groups } = await parquetMetadataAsync(file);
  return {
    groups: groups.map((group) => Number(group.num_rows)),
    rows: await parquetReadObjects({ file }),
  };
}

describe('writeParquet', () => {
  const rows = Array.from({ length: 25 }, (_, row) => ({
    row,
    seed: String(row),
    reproducible: row === 3 ? null : row % 2 === 0,
    error: row < 12 ? null : row / 7,
    text: null,
  }));

  it.each([
    [10, [10, 10, 5]],
    [5, [5, 5, 5, 5, 5]],
    [undefined, [25]],
  ])('writes groups of %s rows, which are read back', async (rowsPerGroup, groups) => {
    const found = await written(rows, rowsPerGroup);
    expect(found.groups).toEqual(groups);
    expect(found.rows).toEqual(rows);
  });

  it('has columns that begin in a later group, and text where types are mixed', async () => {
    const found = await written([{ gain: 1 }, { gain: 2 }, { gain: 'auto', late: true }], 1);
    expect(found.rows).toEqual([
      { gain: '1', late: null },
      { gain: '2', late: null },
      { gain: 'auto', late: true },
    ]);
  });

  it('writes the same columns, whatever the first groups show of them', async () => {
    const values = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.string(),
    );
    const row = fc.dictionary(fc.constantFrom('a', 'b', 'c'), values, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
        const few = await written(rows, 2);
        expect(few.rows).toEqual((await written(rows)).rows);
      }),
    );
  });

  it('writes a file that readers accept when there is no row', async () => {
    expect((await written([])).rows).toEqual([]);
  });
});
