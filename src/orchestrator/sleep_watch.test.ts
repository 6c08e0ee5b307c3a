import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Awaited } from './awaited.js';
import { SleepWatch } from './sleep_watch.js';
import { readProc } from './thread_states.js';

/** Works until a file exists, and then waits forever. */
const WORKER = `
  const { existsSync } = require('node:fs');
  console.log('works');
  while (!existsSync(process.argv[1]));
  setInterval(() => {}, 1e6);
`;

it.skipIf(process.platform !== 'linux')(
  'a process that works is not idle, however long it takes',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'orrery-asleep-'));
    const enough = join(folder, 'enough');
    const child = spawn(process.execPath, ['-e', WORKER, enough], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      const events: string[] = [];
      let looks = 0;
      const watch = new SleepWatch(child.pid);
      const isIdle = () => {
        const asleep = watch.look();
        if (asleep && !events.includes('told')) events.push('asleep too early');
        // More checks than would suffice if it slept.
        if (++looks === 5) {
          events.push('told');
          writeFileSync(enough, '');
        }
        return asleep;
      };
      expect(await new Awaited().untilIdle(() => false, isIdle, 60, Number.POSITIVE_INFINITY)).toBe(
        false,
      );
      expect(events).toEqual(['told']);
    } finally {
      child.kill();
      rmSync(folder, { recursive: true });
    }
  },
);

it('a process that cannot be observed counts as idle', () => {
  expect(new SleepWatch(undefined).look()).toBe(true);
});

const hasPython = spawnSync('python3', ['-c', '']).status === 0;

/** Whether Python was seen waiting at each of `looks` checks while it repeats a statement. */
async function looksAt(repeated: string, looks: number): Promise<boolean[]> {
  const child = spawn('python3', ['-uc', `import time\nprint(1)\nwhile True: ${repeated}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    // Its first sleep has begun.
    while (!readProc(`/proc/${child.pid}/wchan`).includes('nanosleep')) await pause(1);
    const watch = new SleepWatch(child.pid);
    const seen: boolean[] = [];
    while (seen.length < looks) {
      seen.push(watch.look());
      await pause(20);
    }
    return seen;
  } finally {
    child.kill('SIGKILL');
  }
}

it.skipIf(!hasPython || process.platform !== 'linux')(
  'a process that looks again and again waits, one that sleeps for a time of its own does not',
  async () => {
    expect(await looksAt('time.sleep(1e6)', 5)).not.toContain(true);
    // At some checks it is awake.
    expect(await looksAt('time.sleep(1e-3)', 25)).toContain(true);
  },
);
