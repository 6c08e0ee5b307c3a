// The cost of proof: order digest, content digest, recording and guard, each compared with the same run without it.
// `slices.mjs` describes how it is measured. Takes some minutes.
//
//   node bench/digest.bench.mjs [part of a system's name]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FOREVER, inMode, MODES, system, TRIP } from './sliced_systems.mjs';
import { compare } from './slices.mjs';
import { CALLS } from './systems/guarded_calls.mjs';

const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
const wanted = process.argv[2] ?? '';

/** In a chain of nodes, the guard costs less than two equal processes differ by. */
const GUARD_ROUNDS = 15;
/** Calls differ so much that few rounds are enough. */
const CALL_ROUNDS = 3;

const SYSTEMS = {
  'ten nodes in a row, UInt64, empty callbacks': system(
    ['bench/systems/chain.mjs'],
    { kind: 'uint64', nodes: 10, seconds: FOREVER },
    200_000,
  ),
  'synthetic benchmark': system(
    ['examples/synthetic-benchmark/job.js'],
    { timeout_s: FOREVER },
    200_000,
  ),
  'Imu to 4 subscriptions': system(
    ['bench/systems/fan_out.mjs'],
    { kind: 'imu', subscriptions: 4, seconds: FOREVER },
    60_000,
  ),
  'PointCloud2 of 1 MB to 4 subscriptions': {
    ...system(
      ['bench/systems/fan_out.mjs'],
      { kind: 'cloud', subscriptions: 4, seconds: FOREVER },
      300,
    ),
    rounds: 4,
  },
  'examples/trip-report': TRIP,
  // Five scans per slice: most callbacks are short, but that for a scan takes some ten milliseconds.
  'examples/lidar-odometry': {
    ...system(['examples/lidar-odometry/drive_town.ts'], {}),
    nanoseconds: 500_000_000,
    rounds: 2,
  },
};

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
  console.log(`\n| ${title} | ns per callback | more | lowest and highest round | target |`);
  console.log('| --- | --- | --- | --- | --- |');
  results.forEach(({ each, ratio, low, high }, i) => {
    const [name, , limit] = modes[i];
    const more = i === 0 ? ['–', '–'] : [percent(ratio), `${percent(low)} to ${percent(high)}`];
    const holds = (ratio - 1) * 100 <= limit ? 'holds' : 'does not hold';
    const target = limit === undefined ? '–' : `≤ ${limit} %: ${holds}`;
    console.log(`| ${[name, each.toFixed(0), ...more, target].join(' | ')} |`);
  });
}

/** Prints the cost of single calls: of the real functions, and of those that nodes get instead. */
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
    const variants = MODES.map(([, mode]) => inMode(config, mode, work));
    table(title, MODES, await compare('slice_run.mjs', variants, config.rounds));
  }
  for (const [title, asks] of GUARDED_CHAINS) {
    if (!title.includes(wanted)) continue;
    const variants = GUARDS.map(([, variant]) => ({ ...variant, asks }));
    table(title, GUARDS, await compare('slice_guard.mjs', variants, GUARD_ROUNDS));
  }
  if ('guarded calls'.includes(wanted)) await callsTable();
} finally {
  rmSync(work, { recursive: true, force: true });
}
