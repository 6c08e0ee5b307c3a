/** A failure that the decisions of its run do not cause is told apart from one that they do. */
import { expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { exploreSystem } from './explored.js';
import { program } from './orrery_command.js';

const checks = (name: string) => [`test:${program(`explore/checks/${name}.mjs`)}`];

it('A run that fails only once is no failure, and the search goes on', async () => {
  const options = { until: '200ms', runs: 20, first: true, checks: checks('sixth') };
  const result = await exploreSystem(['commuting'], options);
  expect(result).toMatchObject({ runs: 20, failures: [], shrunk: undefined });
  // The default run is the first that the check sees.
  expect(result.unrepeated).toMatchObject([{ run: 5, text: expect.stringContaining('false') }]);
});

it('The command says so, and does not count as passed', () => {
  const words = [program('explore/commuting.cjs'), '--until', '200ms', '--runs', '20', '-j', '1'];
  const { stdout, status } = orrery(['explore', ...words, '--check', checks('sixth')[0]!]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/NOT REPEATED: run 5 failed, but not when .* returned false\n/);
  expect(stdout).toContain('No other run fails.');
});

it('A failure that no decision is needed for is not confirmed, since the default run passes', async () => {
  const options = { until: '200ms', runs: 20, first: true, checks: checks('from_the_sixth') };
  const { shrunk } = await exploreSystem(['commuting'], options);
  expect(shrunk).toMatchObject({ decisions: [], confirmed: false });
});
