import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltRoom } from './loader/built_room.test_support.js';

let room: BuiltRoom;
beforeAll(() => {
  room = new BuiltRoom();
});
afterAll(() => room.remove());

/** The drain must be called from a macrotask, which a test runner's test body is not. */
const BODY = `
  const { watchMicrotasks, real } = await import(process.env.ORRERY_GUARD);
  const watch = watchMicrotasks();
  const log = [];
  const later = () => new Promise((resolve) => real.setImmediate(resolve));
  real.setImmediate(() => {
    watch.drain();
    const flags = [watch.dirty[0]];
    let wake;
    const gate = new Promise((resolve) => { wake = resolve; });
    (async () => { await gate; log.push('a'); await 1; log.push('b');
      process.nextTick((x) => { log.push(x); queueMicrotask(() => log.push('m')); }, 't'); })();
    flags.push(watch.dirty[0]);
    watch.drain();
    flags.push(watch.dirty[0]);
    log.push('|'); wake(); flags.push(watch.dirty[0]); watch.drain();
    flags.push(watch.dirty[0]);
    queueMicrotask(() => {}); flags.push(watch.dirty[0]); watch.drain();
    process.nextTick(() => {}); flags.push(watch.dirty[0]); watch.drain();
    const errors = [];
    process.nextTick(() => { throw new Error('tick'); });
    queueMicrotask(() => { throw new Error('job'); });
    process.nextTick(() => log.push('still'));
    try { watch.drain(); } catch (error) { errors.push(error.message); }
    watch.dispose();
    print(JSON.stringify({ flags, log: log.join(), errors }));
  });`;
const EXPECTED = '{"flags":[0,1,0,1,0,1,1],"log":"|,a,b,t,m,still","errors":["tick"]}';

it('completes everything between callbacks, in a main thread', () => {
  const script = `process.env.ORRERY_GUARD = new URL('./guard/index.js', import.meta.url).href;
    const print = console.log; ${BODY}`;
  expect(room.run(script).trim()).toBe(EXPECTED);
});

it('completes everything between callbacks, in a worker', () => {
  room.write(
    'worker.mjs',
    `import { parentPort } from 'node:worker_threads';
    const print = (text) => parentPort.postMessage(text); ${BODY}`,
  );
  const script = `import { Worker } from 'node:worker_threads';
    process.env.ORRERY_GUARD = new URL('./guard/index.js', import.meta.url).href;
    new Worker(new URL('./worker.mjs', import.meta.url)).on('message', console.log);`;
  expect(room.run(script).trim()).toBe(EXPECTED);
});
