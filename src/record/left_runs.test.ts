import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { leftRuns, markRuns, prunable, removeRun } from './left_runs.js';

const NOW = 2_000_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'orrery-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A run that was written this many seconds ago. */
function leave(name: string, age: number, content: string): void {
  mkdirSync(join(folder, name));
  for (const [file, text] of [
    ['run.json', content],
    ['trace.mcap', 'x'.repeat(100)],
  ] as const) {
    writeFileSync(join(folder, name, file), text);
    const at = (NOW - age * 1000) / 1000;
    utimesSync(join(folder, name, file), at, at);
  }
}

const ended = (end: string) =>
  JSON.stringify({
    format: 'orrery-run/2',
    end,
    digest: { total: 'abc' },
    time: { virtualSeconds: 3 },
  });

leave('old', 90_000, ended('until'));
leave('older', 95_000, ended('idle'));
leave('live', 1, ended('running'));
leave('lost', 3600, ended('running'));
leave('begun', 2, '');
leave('torn', 100, '{"for');
mkdirSync(join(folder, 'no-run'));
writeFileSync(join(folder, 'no-run', 'notes.txt'), 'mine');

const names = (runs: readonly { readonly name: string }[]) => runs.map(({ name }) => name);

describe('a folder of runs', () => {
  it('lists its runs, newest first, with how they ended', () => {
    const runs = leftRuns(folder, NOW);
    expect(runs.map(({ name, end }) => [name, end])).toEqual([
      ['live', 'running'],
      ['begun', 'running'],
      ['torn', 'damaged'],
      ['lost', 'crashed'],
      ['old', 'until'],
      ['older', 'idle'],
    ]);
    expect(runs[4]).toMatchObject({ digest: 'abc', virtualSeconds: 3, kept: false });
    expect(runs[4]!.bytes).toBe(100 + ended('until').length);
    expect(leftRuns(join(folder, 'nowhere'), NOW)).toEqual([]);
  });

  it('is pruned by count, age and kind; runs that are kept or still active stay', () => {
    const all = leftRuns(folder, NOW);
    expect(names(prunable(all, { keep: 1 }, NOW))).toEqual(['lost', 'old', 'older']);
    expect(names(prunable(all, { olderThan: 86_400_000 }, NOW))).toEqual(['old', 'older']);
    expect(names(prunable(all, { crashed: true }, NOW))).toEqual(['torn', 'lost']);
    markRuns(all, ['old'], true);
    const marked = leftRuns(folder, NOW);
    expect(names(prunable(marked, { olderThan: 86_400_000 }, NOW))).toEqual(['older']);
    markRuns(marked, ['old'], false);
    expect(names(prunable(leftRuns(folder, NOW), { keep: 3 }, NOW))).toEqual(['older']);
    expect(() => markRuns(all, ['old', 'lots'], true)).toThrow('did you mean "lost"');
    for (const run of prunable(all, { crashed: true }, NOW)) removeRun(run);
    expect(readdirSync(folder).sort()).toEqual(['begun', 'live', 'no-run', 'old', 'older']);
  });
});
