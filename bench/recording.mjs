// What recording everything costs the run's thread and the process, with and without the second thread that packs
// chunks: processor time per callback of the synthetic benchmark, after its code is compiled, with the young generation
// of a run. For Linux only.
//
//   node bench/recording.mjs [virtual seconds, default 20000] [rounds, default 3]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPackingThread } from '../dist/bag/index.js';
import { SystemRun } from '../dist/run/index.js';
import { deviation, YOUNG } from './slices.mjs';
import { writeAlone } from './writers_alone.mjs';

const JOB = fileURLToPath(new URL('../examples/synthetic-benchmark/job.js', import.meta.url));
const VARIANTS = {
  'order and content digest': {},
  'everything recorded, one thread': { records: true },
  'everything recorded, two threads': { records: true, packs: true },
  'floor: the writers alone, two threads': { isFloor: true },
};

// Captured now, since the run gets guarded ones.
const { pid } = process;
const cpuUsage = process.cpuUsage.bind(process);
const wallNow = process.hrtime.bigint;
// Captured, too: the guarded one also notes which line has read what.
const read = readFileSync;

/** Number of callbacks that do not count. */
const WARM_UP = 300_000;
/** Number of callbacks between two readings of the times. */
const BETWEEN = 50_000;

/** Processor time of the main thread and of the process, and wall time, in ns. */
function times() {
  const [own] = read(`/proc/self/task/${pid}/schedstat`, 'utf8').split(' ');
  const { user, system } = cpuUsage();
  return [Number(own), (user + system) * 1000, Number(wallNow())];
}

/** Prints the figures per callback from what was noted first and last. */
function print(first, last) {
  const count = last.callbacks - first.callbacks;
  const each = last.at.map((time, i) => (time - first.at[i]) / count);
  console.log(JSON.stringify([...each, process.resourceUsage().maxRSS / 1024]));
}

/** Callbacks that the floor is measured with. */
const WRITTEN = 2_000_000;

async function measureFloor() {
  let first;
  let last;
  await writeAlone(WRITTEN, (callbacks) => {
    if (callbacks === WARM_UP) first = { callbacks, at: times() };
    if (callbacks === WRITTEN) last = { callbacks, at: times() };
  });
  print(first, last);
  // Its thread waits.
  process.exit();
}

/** Runs a variant in this process and prints the figures per callback. */
async function measure({ records, packs, isFloor }, seconds) {
  if (isFloor) return await measureFloor();
  const directory = records && join(mkdtempSync(join(tmpdir(), 'orrery-recording-')), 'run');
  const config = {
    ...{ name: 'bench', seed: '0', clock: {}, stop: {}, models: {}, proof: {} },
    system: {
      programs: [{ file: JOB, args: [] }],
      ...{ bags: [], rosArgs: ['-p', `timeout_s:=${seconds}`], distro: 'jazzy' },
    },
    output: { digest: 'content', directory },
  };
  let first;
  let last;
  let due = WARM_UP;
  const watch = {
    look({ graph: { callbacks } }) {
      // Seldom: to read the times takes longer than many callbacks.
      if (callbacks < due) return;
      last = { callbacks, at: times() };
      if (callbacks > WARM_UP) first ??= last;
      due = callbacks + BETWEEN;
    },
    ...(packs && { startPacking: (shared) => startPackingThread(shared) }),
  };
  try {
    const run = await SystemRun.create(config, watch);
    const { errors } = await run.run();
    for (const { message } of errors) process.stderr.write(`${message}\n`);
  } finally {
    if (directory) rmSync(join(directory, '..'), { recursive: true });
  }
  print(first, last);
}

const [seconds = '20000', rounds = '3', variant] = process.argv.slice(2);
if (variant !== undefined) {
  await measure(VARIANTS[variant], Number(seconds));
} else {
  console.log('| | thread of the run, ns | spread | process, ns | wall, ns | memory, MB |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  const measured = Object.keys(VARIANTS).map(() => []);
  for (let round = 0; round < Number(rounds); round++) {
    Object.keys(VARIANTS).forEach((name, i) => {
      const words = [YOUNG, fileURLToPath(import.meta.url), seconds, rounds, name];
      const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      if (stdout === '') throw new Error(stderr);
      measured[i].push(JSON.parse(stdout.trim().split('\n').at(-1)));
    });
  }
  Object.keys(VARIANTS).forEach((name, i) => {
    const of = (n) => measured[i].map((each) => each[n]);
    const [own, ...others] = [0, 1, 2, 3].map((n) => Math.min(...of(n)).toFixed(0));
    console.log(`| ${[name, own, deviation(of(0)), ...others].join(' | ')} |`);
  });
}
