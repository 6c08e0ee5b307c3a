/**
 * `orrery explore` without a strategy finds seeded bugs, shrinks them to the decisions that they are known to need,
 * and finds nothing in correct systems. `SEEDED_BUGS=all` tries the whole set, as `node bench/search.mjs` does.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT } from './orrery_command.js';

interface Entry {
  readonly name: string;
  readonly files?: readonly string[];
  readonly until?: string;
  readonly options?: readonly string[];
  readonly fewest?: number;
}

interface Found {
  readonly failures: readonly unknown[];
  readonly hints: readonly string[];
  readonly arms: readonly { readonly name: string; readonly runs: number }[];
  readonly shrunk?: {
    readonly decisions: readonly object[];
    readonly confirmed: boolean;
    readonly proof: {
      readonly none: number;
      readonly untried: readonly string[];
      readonly proved: boolean;
    };
  };
}

const folder = join(ROOT, 'bench/bugs');
const { BUGS, CORRECT } = (await import(join(folder, 'catalog.mjs'))) as Record<
  'BUGS' | 'CORRECT',
  readonly Entry[]
>;
const isAll = process.env.SEEDED_BUGS === 'all';
/** One system for each mechanism. */
const SOME = [
  'reversed',
  'rare_in_order',
  'lost_update',
  'frequent_seed',
  'offset_1ms',
  'service_delay',
  'slow_discovery',
  'young_scan',
  'stop_in_ramp',
  'set_of_nodes.py',
];

function explore({ name, files = [], until = '1s', options = [] }: Entry, ...flags: string[]) {
  const programs = [name, ...files].map((each) =>
    join(folder, each.includes('.') ? each : `${each}.cjs`),
  );
  const words = ['explore', ...programs, '--until', until, '-j', '1', ...options, ...flags];
  const { stdout, stderr, status } = orrery([...words, '--json']);
  expect(stderr).toBe('');
  return { status, found: JSON.parse(stdout) as Found };
}

describe.each(BUGS.filter(({ name }) => isAll || SOME.includes(name)))('$name', (entry) => {
  it('is found, and shrunk to the decisions that it is known to need', () => {
    const { status, found } = explore(entry, '--first');
    expect(status).toBe(1);
    expect(found.shrunk).toMatchObject({ confirmed: true });
    expect(found.shrunk!.decisions).toHaveLength(entry.fewest!);
    const { none, untried, proved } = found.shrunk!.proof;
    expect(proved).toBe(none >= entry.fewest! - 1 && untried.length === 0);
  });
});

describe.each(CORRECT.filter(({ name }) => isAll || name === 'one_loss'))('$name', (entry) => {
  it('is not accused', () => {
    const { status, found } = explore(entry, ...(isAll ? [] : ['--runs', '60']));
    expect(found).toMatchObject({ failures: [] });
    expect(status).toBe(0);
  });
});

it('reports timers that are too close to each other for a search that does not vary them', () => {
  const { found } = explore({ name: 'offset_1ms' }, '--runs', '4');
  expect(found.hints[0]).toContain('1 ms before timer 101 ms of /driver');
});

it('does not spend most runs on orders alone where jitter or faults vary, too', () => {
  const share = (...options: string[]) => {
    const { found } = explore({ name: 'same_shot', options }, '--runs', '60');
    return found.arms.find(({ name }) => name === 'dpor')!.runs / 60;
  };
  expect(share()).toBeGreaterThan(0.4);
  expect(share('--jitter', '2ms')).toBeLessThan(0.3);
  expect(share('--fault', 'crash:*')).toBeLessThan(0.3);
});
