import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltRoom } from './loader/built_room.test_support.js';

let room: BuiltRoom;
beforeAll(() => {
  room = new BuiltRoom();
});
afterAll(() => room.remove());

/** A worker with guard, loader and fake world; the user file posts with `report(value)`. */
const WORKER = `
  import { parentPort, workerData } from 'node:worker_threads';
  import { createLoader, installGuard, real } from './orrery/guard/index.js';
  import { FakeWorld } from './orrery/guard/fake_world.test_support.js';
  const world = new FakeWorld();
  // Saved before the guard hides both from user code.
  const { file } = workerData;
  const port = parentPort;
  globalThis.report = (value) => port.postMessage(value);
  installGuard(world);
  const loader = createLoader({ resolve: { rclnodejs: { init: () => 'orrery' } } });
  const loaded = loader.loadUserModule(file);
  loaded.then(() => report('loaded'), (error) => report(String(error.stack)));
  let open = true;
  loaded.finally(() => { open = false; });
  const turn = async () => { await world.advance(10); if (open || world.pendingCount) real.setImmediate(turn); };
  turn();
`;
const MAIN = `
  import { Worker } from 'node:worker_threads';
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { file: process.argv[2] } });
  worker.on('message', (value) => console.log(JSON.stringify(value)));
`;
const USER = `
  const start = performance.now();
  setTimeout(() => report(['timer', performance.now() - start]), 1000);
  report([Math.random(), process.pid, require('os').hostname(), require.main === module]);
`;

function run(file: string): unknown[] {
  room.write('worker.mjs', WORKER);
  const lines = room.run(MAIN, file).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

it('runs CommonJS in virtual time', () => {
  expect(run(room.write('user.cjs', USER))).toEqual([
    [1015568748 / 2 ** 32, 1000, 'orrery', true],
    'loaded',
    ['timer', 1000],
  ]);
});

it('runs an ES module that awaits virtual time at top level', () => {
  const file = room.write(
    'user.mts',
    `import { setTimeout as wait } from 'node:timers/promises';
     import { hostname } from 'node:os';
     import { init } from 'rclnodejs';
     const before: number = Date.now();
     await wait(5000);
     report([init(), hostname(), Date.now() - before, 2 ** 3]);`,
  );
  expect(run(file)).toEqual([['orrery', 'orrery', 5000, 8], 'loaded']);
});

it("shows user code neither the thread nor the thread's data", () => {
  const source = `const threads = require('node:worker_threads');
    report([threads.workerData, threads.parentPort, threads.isMainThread, threads.threadId]);`;
  expect(run(room.write('thread.cjs', source))).toEqual([[null, null, true, 0], 'loaded']);
});
