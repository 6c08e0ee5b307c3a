import { afterAll, beforeAll, expect, it } from 'vitest';
import { BuiltRoom } from './loader/built_room.test_support.js';

let room: BuiltRoom;
beforeAll(() => {
  room = new BuiltRoom();
});
afterAll(() => room.remove());

/** Runs a user file in a guarded process and prints what it noted, then its leaks. */
const HOST = `
  import { createLoader, installGuard, real } from './orrery/guard/index.js';
  import { FakeWorld } from './orrery/guard/fake_world.test_support.js';
  const world = new FakeWorld();
  const tickets = { open: 0 };
  world.hold = () => { tickets.open += 1; return (deliver) => { tickets.open -= 1; deliver(); }; };
  const guard = installGuard(world);
  const loader = createLoader({ resolve: {} });
  const notes = [];
  globalThis.note = (...values) => notes.push([performance.now(), ...values]);
  const loaded = loader.loadUserModule(process.argv[2]);
  // Stands for the kernel: no virtual time while a ticket is open.
  const turn = async () => {
    for (let i = 0; i < 400; i += 1) {
      await new Promise((resolve) => real.setTimeout(resolve, tickets.open ? 2 : 0));
      if (tickets.open === 0) {
        await world.advance(1);
        if (world.pendingCount === 0 && i > 30 && tickets.open === 0) break;
      }
    }
    await loaded;
    const leaks = guard.leaks().map(({ kind, what, line, count }) => [kind, what, line, count]);
    console.log(JSON.stringify({ notes, leaks }));
    real.exit(0);
  };
  turn();
`;

/** Runs `source` twice; the noted values must be equal. Returns the first run. */
function run(name: string, source: string): { notes: unknown[][]; leaks: unknown[][] } {
  const file = room.write(`kinds/${name}.cjs`, source);
  const outputs = [0, 1].map(() => room.run(HOST, file));
  expect(outputs[1]).toBe(outputs[0]);
  return JSON.parse(outputs[0]!) as { notes: unknown[][]; leaks: unknown[][] };
}

it.each([
  ['wall clock', 'note(Date.now(), new Date().toISOString(), process.hrtime.bigint() + "");'],
  ['random numbers', 'note(Math.random(), require("crypto").randomUUID());'],
  ['a real timer', 'setTimeout(() => note("b"), 20); setTimeout(() => note("a"), 10);'],
  ['identity', 'note(process.pid, require("os").hostname(), process.memoryUsage().rss);'],
  [
    'object identity',
    'const m = new Map([[{}, 1], [{}, 2]]); note([...m.values()], new WeakRef(m).deref() === m);',
  ],
  [
    'uninitialised memory',
    'note(Buffer.allocUnsafe(64).toString("hex"), Buffer.allocUnsafe(8).byteOffset);',
  ],
  ['locale', 'note((1.5).toLocaleString(), Intl.DateTimeFormat().resolvedOptions().timeZone);'],
  [
    'overlapping I/O',
    `const fs = require('fs').promises;
     Promise.all([9, 1, 5].map(async (n) => { for (let i = 0; i < n; i += 1) await fs.readFile(__filename); note(n); }));
     setInterval(() => {}, 1);`,
  ],
  [
    'a race',
    `const { readFile } = require('fs').promises; const zlib = require('zlib');
     Promise.race([new Promise((r) => zlib.gzip(Buffer.alloc(3e6), () => r('zip'))), readFile(__filename).then(() => 'file')]).then(note);`,
  ],
])('%s repeats and reports nothing', (name, source) => {
  const { leaks, notes } = run(name.replaceAll(' ', '-').replaceAll('/', ''), source);
  expect(leaks).toEqual([]);
  expect(notes.length).toBeGreaterThan(0);
});

it('an environment variable is named', () => {
  const { leaks } = run('env', '\nnote(typeof process.env.PATH);');
  expect(leaks).toEqual([['environment', 'process.env.PATH', 2, 1]]);
});

it('a worker is named', () => {
  const { leaks, notes } = run(
    'worker',
    `const { Worker } = require('worker_threads');
     const worker = new Worker('require("worker_threads").parentPort.postMessage(7)', { eval: true });
     worker.on('message', note);`,
  );
  expect([notes, leaks]).toEqual([[[0, 7]], [['worker', 'new Worker', 2, 1]]]);
});

it('an unawaited fetch to a server of the run stays within it', () => {
  const { leaks, notes } = run(
    'fetch',
    `const server = require('http').createServer((q, r) => r.end('ok'));
     server.listen(0, '127.0.0.1', () => {
       void fetch('http://127.0.0.1:' + server.address().port).then((r) => r.text()).then(note);
     });`,
  );
  expect(notes.map(([, text]) => text)).toEqual(['ok']);
  expect(leaks).toEqual([]);
});

it('a file time is named', () => {
  const { leaks } = run('stat', `note(require('fs').statSync(__filename).mtimeMs > 0);`);
  expect(leaks).toEqual([['file-time', 'fs.Stats.mtimeMs', 1, 1]]);
});
