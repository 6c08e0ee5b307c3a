// What proof costs: order digest, content digest, recording and guard, each against the same run
// without it. How it is measured: `slices.mjs`. Takes some minutes.
//
//   node bench/digest.bench.mjs [part of a system's name]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, ROUNDS } from './slices.mjs';
import { CALLS } from './systems/guarded_calls.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
const wanted = process.argv[2] ?? '';
let directories = 0;

/** Differences between calls are large. */
const CALL_ROUNDS = 3;

const system = (files, parameters, callbacks) => ({
  files: files.map((file) => join(root, file)),
  rosArgs: Object.entries(parameters).flatMap(([name, value]) => ['-p', `${name}:=${value}`]),
  callbacks,
});
const forever = { seconds: 8e6 };
const trip = ['world.mjs', 'trip_meter.cjs', 'turn_counter.ts', 'reporter.mjs'];

const SYSTEMS = {
  'ten nodes in a row, UInt64, empty callbacks': system(
    ['bench/systems/chain.mjs'],
    { kind: 'uint64', nodes: 10, ...forever },
    200_000,
  ),
  'synthetic benchmark': system(
    ['examples/synthetic-benchmark/job.js'],
    { timeout_s: forever.seconds },
    200_000,
  ),
  'Imu to 4 subscriptions': system(
    ['bench/systems/fan_out.mjs'],
    { kind: 'imu', subscriptions: 4, ...forever },
    60_000,
  ),
  'PointCloud2 of 1 MB to 4 subscriptions': system(
    ['bench/systems/fan_out.mjs'],
    { kind: 'cloud', subscriptions: 4, ...forever },
    400,
  ),
  'examples/trip-report': system(
    trip.map((file) => `examples/trip-report/${file}`),
    {},
    20_000,
  ),
  'examples/lidar-odometry': system(['examples/lidar-odometry/drive_town.ts'], {}, 100),
};

/** Each with the most that it may cost, if there is such a target. */
const MODES = [
  ['everything off', { digest: 'off' }],
  ['order digest', { digest: 'order' }, 5],
  ['order and content digest', { digest: 'content' }, 25],
  ['recording, trace and checkpoints', { digest: 'content', record: true }],
];
const GUARDS = [
  ['without guard', { guarded: false }],
  ['with guard', { guarded: true }, 5],
];

const GUARDED_CHAINS = [
  ['guard: ten nodes in a row, empty callbacks', false],
  ['guard: ten nodes in a row that ask for time, chance and a sine', true],
];

function table(title, modes, results) {
  const percent = (ratio) => `${((ratio - 1) * 100).toFixed(1)} %`;
  console.log(
    `\n| ${title} | ns per callback | more | lowest and highest of ${ROUNDS} rounds | target |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  results.forEach(({ each, ratio, low, high }, i) => {
    const [name, , limit] = modes[i];
    const more = i === 0 ? ['–', '–'] : [percent(ratio), `${percent(low)} to ${percent(high)}`];
    const holds = (ratio - 1) * 100 <= limit ? 'holds' : 'does not hold';
    const target = limit === undefined ? '–' : `≤ ${limit} %: ${holds}`;
    console.log(`| ${[name, each.toFixed(0), ...more, target].join(' | ')} |`);
  });
}

/** What single calls cost: the real ones, and those that nodes get instead. */
async function callsTable() {
  console.log('\n| call | real, ns | guarded, ns |\n| --- | --- | --- |');
  for (const call of Object.keys(CALLS)) {
    const variants = GUARDS.map(([, variant]) => ({ ...variant, call }));
    const [bare, guarded] = await compare('slice_guard.mjs', variants, CALL_ROUNDS);
    console.log(`| \`${call}\` | ${bare.each.toFixed(1)} | ${guarded.each.toFixed(1)} |`);
  }
}

try {
  for (const [title, config] of Object.entries(SYSTEMS)) {
    if (!title.includes(wanted)) continue;
    const variants = MODES.map(([, { digest, record }]) => ({
      ...config,
      digest,
      ...(record
        ? {
            directory: join(work, `run${directories++}`),
            callbacks: Math.ceil(config.callbacks / 5),
          }
        : {}),
    }));
    table(title, MODES, await compare('slice_run.mjs', variants));
  }
  for (const [title, asks] of GUARDED_CHAINS) {
    if (!title.includes(wanted)) continue;
    const variants = GUARDS.map(([, variant]) => ({ ...variant, asks }));
    table(title, GUARDS, await compare('slice_guard.mjs', variants));
  }
  if ('guarded calls'.includes(wanted)) await callsTable();
} finally {
  rmSync(work, { recursive: true, force: true });
}
