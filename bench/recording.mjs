// What recording everything costs the run's thread and the process, with and without the second thread that packs and
// writes chunks: processor time per callback, after the code is compiled, with the young generation of a run. The system
// is the synthetic benchmark, or a point cloud of 1 MB for four subscriptions. For Linux only.
//
//   node bench/recording.mjs [virtual seconds] [rounds, default 3] [synthetic or cloud]
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPackingThread } from '../dist/bag/index.js';
import { SystemRun } from '../dist/run/index.js';
import { deviation, YOUNG } from './slices.mjs';
import { writeAlone } from './writers_alone.mjs';

const SYSTEMS = {
  synthetic: {
    file: '../examples/synthetic-benchmark/job.js',
    parameters: (seconds) => [`timeout_s:=${seconds}`],
    seconds: 20_000,
    /** Callbacks that do not count, and between two readings of the times. */
    warmUp: 300_000,
    between: 50_000,
    floor: ['floor: the writers alone, two threads', writersFloor],
  },
  cloud: {
    file: 'systems/fan_out.mjs',
    parameters: (seconds) => ['kind:=cloud', 'subscriptions:=4', `seconds:=${seconds}`],
    seconds: 200,
    warmUp: 2000,
    between: 500,
    floor: ['floor: the bytes written alone', bytesFloor],
  },
};
const MODES = {
  'order and content digest': {},
  'everything recorded, one thread': { records: true },
  'everything recorded, two threads': { records: true, packs: true },
};

// Captured now, since the run gets guarded ones.
const { pid } = process;
const cpuUsage = process.cpuUsage.bind(process);
const wallNow = process.hrtime.bigint;
// Captured, too: the guarded one also notes which line has read what.
const read = readFileSync;

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

/** Callbacks that this floor is measured with. */
const WRITTEN = 2_000_000;

async function writersFloor({ warmUp }) {
  let first;
  let last;
  await writeAlone(WRITTEN, (callbacks) => {
    if (callbacks === warmUp) first = { callbacks, at: times() };
    if (callbacks === WRITTEN) last = { callbacks, at: times() };
  });
  print(first, last);
  // Its thread waits.
  process.exit();
}

/** Bytes of a cloud, which has five callbacks: of the timer and of four subscriptions. */
const CLOUD_BYTES = 1_000_000;
const CLOUD_CALLBACKS = 5;

/** Writes as many bytes as the run records, to the same file system, whose memory for files may be slow to come. */
function bytesFloor(_system, seconds) {
  const directory = mkdtempSync(join(tmpdir(), 'orrery-recording-'));
  const file = openSync(join(directory, 'bytes'), 'w');
  const bytes = new Uint8Array(CLOUD_BYTES).fill(1);
  const clouds = 10 * seconds;
  const first = { callbacks: 0, at: times() };
  for (let i = 0; i < clouds; i++) writeSync(file, bytes);
  const last = { callbacks: CLOUD_CALLBACKS * clouds, at: times() };
  closeSync(file);
  rmSync(directory, { recursive: true });
  print(first, last);
}

/** Runs the system in this process and prints the figures per callback. */
async function measure({ file, parameters, warmUp, between }, { records, packs }, seconds) {
  const directory = records && join(mkdtempSync(join(tmpdir(), 'orrery-recording-')), 'run');
  const rosArgs = parameters(seconds).flatMap((parameter) => ['-p', parameter]);
  const config = {
    ...{ name: 'bench', seed: '0', clock: {}, stop: {}, models: {}, proof: {} },
    system: {
      programs: [{ file: fileURLToPath(new URL(file, import.meta.url)), args: [] }],
      ...{ bags: [], rosArgs, distro: 'jazzy' },
    },
    output: { digest: 'content', directory },
  };
  let first;
  let last;
  let due = warmUp;
  const watch = {
    look({ graph: { callbacks } }) {
      // Seldom: to read the times takes longer than many callbacks.
      if (callbacks < due) return;
      last = { callbacks, at: times() };
      if (callbacks > warmUp) first ??= last;
      due = callbacks + between;
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

const [, , given, rounds = '3', name = 'synthetic', variant] = process.argv;
const system = SYSTEMS[name];
const seconds = Number(given ?? system.seconds);
const [floorName, measureFloor] = system.floor;
if (variant === floorName) {
  await measureFloor(system, seconds);
} else if (variant !== undefined) {
  await measure(system, MODES[variant], seconds);
} else {
  console.log('| | thread of the run, ns | spread | process, ns | wall, ns | memory, MB |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  const variants = [...Object.keys(MODES), floorName];
  const measured = variants.map(() => []);
  for (let round = 0; round < Number(rounds); round++) {
    for (const [i, each] of variants.entries()) {
      const words = [YOUNG, fileURLToPath(import.meta.url), seconds, rounds, name, each];
      const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
      if (stdout === '') throw new Error(stderr);
      measured[i].push(JSON.parse(stdout.trim().split('\n').at(-1)));
    }
  }
  for (const [i, each] of variants.entries()) {
    const of = (n) => measured[i].map((figures) => figures[n]);
    const [own, ...others] = [0, 1, 2, 3].map((n) => Math.min(...of(n)).toFixed(0));
    console.log(`| ${[each, own, deviation(of(0)), ...others].join(' | ')} |`);
  }
}
