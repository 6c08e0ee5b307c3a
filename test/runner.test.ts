/** Runs in different places, with the built package, whose threads are real. */
import { expect, it } from 'vitest';
import type * as Launch from '../src/launch/index.js';
import type * as Run from '../src/run/index.js';
import { program, ROOT } from './orrery_command.js';

const built = (room: string) => import(new URL(`dist/${room}/index.js`, `file://${ROOT}/`).href);
const { describeSystem } = (await built('launch')) as typeof Launch;
const { openRunner } = (await built('run')) as typeof Run;

const system = (seed: string) =>
  describeSystem(
    { files: [program('what_if/source.mjs'), program('what_if/sink.mjs')] },
    { until: '2s', seed },
  ).config;

it('makes the same run in a reused thread, a fresh thread and a fresh process', async () => {
  const warm = openRunner('series', 1);
  const digests = new Set<string>();
  try {
    await warm.run(system('1'));
    digests.add((await warm.run(system('0'))).digest.total);
    for (const place of ['thread', 'process'] as const) {
      const runner = openRunner(place, 1);
      const { digest, errors } = await runner.run(system('0'));
      expect(errors).toEqual([]);
      digests.add(digest.total);
      runner.close();
    }
  } finally {
    warm.close();
  }
  expect(digests.size).toBe(1);
});

it('reports from every place what keeps a run from starting', async () => {
  const config = describeSystem({ files: [] }, { bags: ['/nowhere.mcap'] }).config;
  for (const place of ['series', 'thread', 'process'] as const) {
    const runner = openRunner(place, 1);
    await expect(runner.run(config)).rejects.toThrow('/nowhere.mcap');
    runner.close();
  }
});

it('rejects pending, waiting and later runs when it is closed', async () => {
  for (const place of ['series', 'thread', 'process'] as const) {
    const runner = openRunner(place, 1);
    const endless = describeSystem({ files: [program('explore/endless.cjs')] }).config;
    const run = runner.run(endless);
    const waits = runner.run(endless);
    setTimeout(() => runner.close(), 300);
    const [stopped, refused] = await Promise.allSettled([run, waits]);
    expect(stopped.status).toBe('rejected');
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'ORR_RUN_STOPPED' } });
    await expect(runner.run(endless)).rejects.toThrow('not begun');
  }
});
