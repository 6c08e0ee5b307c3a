import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cell } from './parquet_column.js';
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
  writeParquet(() => rows, name, new Map(), rowsPerGroup);
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

  it('writes the same columns, whatever the first groups reveal about them', async () => {
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

  it('writes what repeats and what does not, in long and short runs, and both zeros', async () => {
    const runs = (value: fc.Arbitrary<Cell>) =>
      fc
        .array(fc.tuple(value, fc.integer({ min: 1, max: 20 })), { maxLength: 25 })
        .map((all) => all.flatMap(([each, length]) => Array.from({ length }, () => each)));
    const columns = fc.record({
      number: runs(fc.oneof(fc.constantFrom(0, -0, 1.5, 7), fc.double({ noNaN: true }))),
      text: runs(
        fc.oneof(fc.constantFrom('', 'passed', 'ärger 🤖'), fc.string({ unit: 'binary' })),
      ),
      flag: runs(fc.oneof(fc.boolean(), fc.constant(null))),
    });
    await fc.assert(
      fc.asyncProperty(columns, fc.integer({ min: 1, max: 200 }), async (all, size) => {
        const length = Math.max(...Object.values(all).map((cells) => cells.length));
        const rows = Array.from({ length }, (_, i) => ({
          number: all.number[i] ?? null,
          text: all.text[i] ?? null,
          flag: all.flag[i] ?? null,
        }));
        expect((await written(rows, size)).rows).toEqual(rows);
      }),
      { numRuns: 30 },
    );
  });

  it('abandons a dictionary that has become large, for numbers and for texts', async () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({
      number: i % 3 === 0 ? -0 : i / 3,
      text: i % 2 === 0 ? 'même' : `texte ${i}`,
    }));
    expect((await written(many, 4000)).rows).toEqual(many);
  });

  it('tells the least and the greatest number of a group, zeros by the rules of the format', async () => {
    const name = join(folder, 'table.parquet');
    const cells = [3, Number.NaN, -0, null, 0, 8];
    writeParquet(() => cells.map((x) => ({ x })), name);
    const { row_groups: groups } = await parquetMetadataAsync(await asyncBufferFromFile(name));
    const found = groups[0]!.columns[0]!.meta_data!.statistics!;
    expect([found.min_value, found.max_value, found.null_count]).toEqual([-0, 8, 1n]);
  });

  it('writes a file that readers accept when there is no row', async () => {
    expect((await written([])).rows).toEqual([]);
  });
});
