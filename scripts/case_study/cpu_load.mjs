// Processes that keep every core busy, in bursts of random length, until they are stopped.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const BURN = `
  const nap = new Int32Array(new SharedArrayBuffer(4));
  process.on('disconnect', () => process.exit());
  (function burn() {
    const end = performance.now() + 150 * Math.random();
    while (performance.now() < end);
    Atomics.wait(nap, 0, 0, 30 * Math.random());
    setImmediate(burn);
  })();
`;

/** Starts `perCore` busy processes per core; returns a function that stops them. */
export function startLoad(perCore) {
  const count = perCore * availableParallelism();
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', BURN], { stdio }),
  );
  return () => {
    for (const child of children) child.kill();
  };
}
