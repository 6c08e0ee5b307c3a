/** What is destroyed is gone: creating and destroying every kind of entity keeps memory flat. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { program, ROOT } from './orrery_command.js';

const CYCLES = Number(process.env.ORRERY_LEAK_CYCLES ?? 20_000);
/** Bytes per cycle that are no leak: the engine's own caches. One kept object is more. */
const ALLOWED = 40;

it(`keeps memory flat over ${CYCLES} cycles of all entities`, () => {
  const door = pathToFileURL(join(ROOT, 'dist/client/rclnodejs.js')).href;
  const words = ['--expose-gc', program('create_destroy.mjs'), door, String(CYCLES)];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const growth = Number(stdout.trim());
  expect(growth / (0.75 * CYCLES)).toBeLessThan(ALLOWED);
}, 120_000);
