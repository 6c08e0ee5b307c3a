/** The statement of a shrunk failure says what each decision does, and names who asked and what was lost. */
import { expect, it } from 'vitest';
import { statementOf } from '../src/explore/index.js';
import { exploreSystem } from './explored.js';

async function statement(name: string, options: Parameters<typeof exploreSystem>[1]) {
  const { shrunk } = await exploreSystem([name], { ...options, first: true });
  return statementOf(shrunk!);
}

it('says what each decision changes for a node', async () => {
  const strategy = { kind: 'systematic', bound: 2 } as const;
  const lines = await statement('two_decisions', { until: '350ms', runs: 300, strategy });
  expect(lines).toEqual([
    expect.stringMatching(/at 0\.100000000 s$/),
    expect.stringMatching(/at 0\.300000000 s$/),
    'at /sink: /b before /a at 0.100000000 s, normally the reverse',
    `because of ${lines[0]}`,
    'at /sink: /a before /b at 0.300000000 s, otherwise the reverse',
    `because of ${lines[1]}`,
    expect.stringContaining('→ '),
  ]);
});

it('names who sent a request after an await, and what has waited longest', async () => {
  const checks = ['answered:100ms'];
  const lines = await statement('queued_lock', { until: '800ms', runs: 40, checks });
  const [, what, , result] = lines;
  expect(what).toMatch(
    /: request of \/(loader|sorter) to \/(left|right) before request of \/(loader|sorter) to \/(left|right) at 0\.48/,
  );
  expect(result).toMatch(
    /the request of \/(loader|sorter) to \/(left|right) has no response 320 ms after 0\.480000000 s/,
  );
});

it('says what came last before what was late, rather than all that it let pass', async () => {
  const lines = await statement('late_activation', { until: '300ms', jitter: 40e6, runs: 60 });
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^at \/driver: \/deactivate before \/activate at 0\.1\d+ s, normally the reverse: \/activate at 0\.1/,
    ),
  );
  expect(lines.join()).not.toContain('timer 20 ms before');
});

it('says if no node handled anything in another order', async () => {
  const lines = await statement('changed_between', { until: '300ms', jitter: 10e6, runs: 60 });
  expect(lines.slice(1)).toEqual([
    'each node handles the same in the same order as normally, at other times',
    expect.stringContaining('the speed has changed'),
  ]);
});

it('says which message did not come', async () => {
  const checks = ['eventually:/ready'];
  const lines = await statement('two_tiles', { until: '200ms', runs: 10, checks, discovery: 15e7 });
  expect(lines[1]).toMatch(
    /^at \/navigator: message 2 of \/tiles at 0\.1\d+ s without message 1, which normally comes before it, at 0\.0\d+ s$/,
  );
  // The decision is a clause, unlike the order of two callbacks.
  expect(lines[2]).toBe(`because ${lines[0]}`);
});
