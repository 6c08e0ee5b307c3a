import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { standsStill } from './stands_still.js';

/** Runs a script that says when it has begun; returns whether it stood still at one of `looks` checks. */
async function isSeenStill(script: string, looks: number): Promise<boolean> {
  const child = spawn('bash', ['-c', `echo; ${script}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  try {
    await once(child.stdout, 'data');
    for (let i = 0; i < looks; i++) {
      if (standsStill(child.pid)) return true;
      await pause(1);
    }
    return false;
  } finally {
    process.kill(-child.pid!, 'SIGKILL');
  }
}

it.skipIf(process.platform !== 'linux')(
  'a process that waits stands still, one that works or wants to does not',
  async () => {
    expect(await isSeenStill('read', 10_000)).toBe(true);
    expect(await isSeenStill('while :; do :; done', 100)).toBe(false);
    // Also behind a script that waits for it.
    expect(await isSeenStill('sleep 1000 & wait', 10_000)).toBe(true);
    expect(await isSeenStill('true & exec sleep 1000', 10_000)).toBe(true);
    expect(await isSeenStill('(while :; do :; done) & wait', 100)).toBe(false);
  },
);

it('a process that cannot be observed does not count as standing still', () => {
  expect(standsStill(undefined)).toBe(false);
});
