import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LatestEntries } from './latest_entries.js';
import { RowLines } from './row_lines.js';
import type { RunResult } from './run_result.js';

function result(key: string, text = 'ä, "b"'): RunResult {
  return {
    ...{ format: 'orrery-result/1', key, seed: '7', values: { gain: 1 }, status: 'failed' },
    ...{ failure: { kind: 'a', text }, idle: [], digest: 'd', end: 'until', exitCode: 0 },
    ...{ reproducible: true, callbacks: 1, messages: 2, virtualSeconds: 3, wallSeconds: 4 },
    ...{ metrics: { x: 1.5, y: null }, build: 'b', files: [{ name: 'a.cjs', sha256: 'f' }] },
  } as const;
}

const ofPlan = { seed: '7', values: { gain: 1 } };

describe('the lines of rows', () => {
  it('repeat results, the last of each row, in any order and of any length', () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-rows-'));
    const lines = new RowLines(folder);
    const rows = [3, 0, 5, 3, 1];
    for (const [i, row] of rows.entries())
      lines.note(row, result(`k${i}`, 'x'.repeat(400_000 * i)));
    const reader = lines.read(6);
    for (const row of [5, 0, 3, 1]) {
      const i = rows.lastIndexOf(row);
      const found = reader.find(row, `k${i}`, ofPlan);
      expect(found).toEqual(result(`k${i}`, 'x'.repeat(400_000 * i)));
      expect(found!.files).toBe(reader.find(0, 'k1', ofPlan)!.files);
    }
    expect(reader.find(3, 'k0', ofPlan)).toBeUndefined();
    expect(reader.find(4, 'k0', ofPlan)).toBeUndefined();
    reader.close();
  });

  it('survive a worker that was killed in one of them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-rows-'));
    new RowLines(folder).note(0, result('k'));
    const file = join(folder, 'rows', readdirSync(join(folder, 'rows'))[0]!);
    appendFileSync(file, '[1,"k","0123');
    // A later worker may have the same name.
    new RowLines(folder).note(2, result('l'));
    appendFileSync(file, '[3,"k');
    const reader = new RowLines(folder).read(4);
    const found = [0, 1, 2, 3].map((row) => reader.find(row, row === 2 ? 'l' : 'k', ofPlan));
    expect(found).toEqual([result('k'), undefined, result('l'), undefined]);
    reader.close();
  });
});

it('knows the latest of the entries of several journals in whatever order they are read', () => {
  const entry = fc.record({ row: fc.nat(3), at: fc.nat(1000), kind: fc.nat(2), key: fc.nat(9) });
  const unequal = fc.uniqueArray(entry, { selector: ({ at }) => at, maxLength: 20 });
  const stateOf = (all: readonly { row: number; at: number; kind: number; key: number }[]) => {
    const latest = new LatestEntries();
    for (const { row, at, kind, key } of all) {
      if (kind === 0) latest.add({ event: 'started', row, at });
      else if (kind === 1) latest.add({ event: 'done', row, at, key: String(key) });
      else latest.add({ event: 'lost', row, at, code: 'c', text: String(key) });
    }
    const { done, lost, open } = latest.state();
    const sorted = <T>(pairs: Iterable<readonly [number, T]>) =>
      [...pairs].sort(([a], [b]) => a - b);
    return [sorted(done), sorted(lost), [...open].sort()];
  };
  fc.assert(
    fc.property(unequal, (all) => {
      const inTime = all.toSorted((a, b) => a.at - b.at);
      expect(stateOf(all)).toEqual(stateOf(inTime));
      const last = inTime.at(-1);
      if (last?.kind === 0) expect(stateOf(all)[2]).toContain(last.row);
    }),
  );
});
