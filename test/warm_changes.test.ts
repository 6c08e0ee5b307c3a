/** What a program changes at random of anything it can reach, the next run in its thread does not find; with the built package. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { asksForUnlisted } from '../src/guard/loader/asks_for_attributes.js';
import { ROOT } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

/** `WARM_CHANGES=200` tries more programs, `PROPERTY_SEED=7` others. */
const PROGRAMS = Number(process.env.WARM_CHANGES ?? 24);
const SEED = Number(process.env.PROPERTY_SEED ?? 1);
const MS_PER_PROGRAM = 8000;

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** What `make_runs.mjs` prints about one program. */
interface Compared {
  readonly isReplaced: boolean;
  readonly found: readonly string[];
  readonly wanted: readonly string[];
}

it('programs that only write name nothing that can do more', () => {
  const text = readFileSync(join(ROOT, 'test/left_behind/random_writes.cjs'), 'utf8');
  expect(asksForUnlisted(text)).toBe(false);
});

it.each([
  ['changes', 'random_changes.cjs'],
  ['writes', 'random_writes.cjs'],
])(
  'a run after random %s is as in a fresh process',
  (_, file) => {
    const changes = JSON.stringify(join(ROOT, 'test/left_behind', file));
    const programs = Array.from({ length: PROGRAMS }, (_, i) =>
      sandbox.write(
        `${file}_${i}.cjs`,
        `const rclnodejs = require('rclnodejs');
         require(${changes}).change(${SEED * 1000 + i}, { rclnodejs });`,
      ),
    );
    const words = [join(ROOT, 'test/left_behind/make_runs.mjs'), ...programs];
    const text = execFileSync(process.execPath, words, { encoding: 'utf8' });
    const compared = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Compared);
    expect(compared).toHaveLength(PROGRAMS);
    expect(compared.map(({ found }) => found)).toEqual(compared.map(({ wanted }) => wanted));
    // Another thread finds nothing anyway.
    expect(compared.filter(({ isReplaced }) => isReplaced).length).toBeLessThan(PROGRAMS / 2);
  },
  MS_PER_PROGRAM * PROGRAMS,
);
