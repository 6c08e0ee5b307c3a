import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as limits from './limits.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('all bounds of the engine are in one file', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter(
    (name) => name.endsWith('.ts') && !name.includes('test') && name !== 'limits.ts',
  );
  // The highest domain follows from the range of ports; it bounds nothing that is stored.
  const elsewhere = files.flatMap((name) =>
    [...read(name).matchAll(/^(?:export )?const ((?:MAX|MIN)_\w+) = [\d_]/gm)].map(
      ([, each]) => each,
    ),
  );
  expect(elsewhere).toEqual(['MAX_DOMAIN']);
});

it('the document states them correctly', () => {
  const bounds = new Map<string, number>(Object.entries(limits));
  const rows = [...read('../../docs/live.md').matchAll(/\| `([A-Z_]+)` +\| (\d+) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(10);
  for (const [, name, value] of rows)
    expect([name, bounds.get(name!)]).toEqual([name, Number(value)]);
});
