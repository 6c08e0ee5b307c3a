/** Destroyed entities are freed: creating and destroying every kind of entity keeps memory flat. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { COMMAND, program, ROOT, temporaryDirectory } from './orrery_command.js';

/** Number of node lives within a run, which runs out of memory if 3 KB of each remain. */
const LIVES = Number(process.env.ORRERY_LEAK_LIVES ?? 5_000);
const HEAP_MB = 52;

const CYCLES = Number(process.env.ORRERY_LEAK_CYCLES ?? 20_000);
/** Bytes per cycle that count as the engine's own caches; a single leaked entity is more. */
const ALLOWED = 60;
/** Number of kinds of entities in the program. */
const KINDS = 19;

it(`keeps memory flat over ${CYCLES} cycles of each kind of entity`, () => {
  const door = pathToFileURL(join(ROOT, 'dist/client/index.js')).href;
  const words = [
    '--expose-gc',
    program('create_destroy.mjs'),
    door,
    String(CYCLES),
    String(ALLOWED),
  ];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const growth = Object.entries(JSON.parse(stdout) as Record<string, number>);
  expect(growth).toHaveLength(KINDS);
  expect(growth.filter(([, bytes]) => bytes > ALLOWED)).toEqual([]);
}, 240_000);

it(`completes a run of ${LIVES} lives, recorded and traced, in ${HEAP_MB} MB`, () => {
  const heap = [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=1'];
  const words = ['run', program('many_lives.cjs'), '--env', `LIVES=${LIVES}`];
  const record = ['--record', join(temporaryDirectory(), 'run')];
  const run = spawnSync(process.execPath, [...heap, COMMAND, ...words, ...record], {
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
}, 1_000_000);
