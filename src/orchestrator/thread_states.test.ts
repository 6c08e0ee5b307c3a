import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Awaited } from './awaited.js';
import { isAsleep } from './thread_states.js';

/** Works until a file is there, and then waits for ever. */
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
      const isIdle = () => {
        const asleep = isAsleep(child.pid);
        if (asleep && !events.includes('told')) events.push('asleep too early');
        // More looks than would do if it slept.
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

it('a process that nobody can see counts as idle', () => {
  expect(isAsleep(undefined)).toBe(true);
});
