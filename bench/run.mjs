// The benchmarks of Orrery itself: `npm run bench`, or `npm run bench -- hops` for one part. Every figure is measured now, in real runs of
// the command, beside its baseline. Figures of the real C++ rslcpp were measured on this class of
// machine and are constants here: they cannot be repeated without a ROS 2 installation.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kernel } from '../dist/kernel/index.js';
import { baselineChain } from './baseline.mjs';
import { modelsCost } from './models.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
const quick = process.argv.includes('--quick');
let runs = 0;

/** One run; the best of three, because the machine has other things to do. */
function run(system, parameters, options) {
  let best;
  for (let i = 0; i < (quick ? 1 : 3); i++) {
    const record = options.includes('--record') ? [join(work, `run${runs++}`)] : [];
    const args = [
      join(root, 'dist/cli/main.js'),
      ...['run', join(root, system), '--json', ...options, ...record],
      ...Object.entries(parameters).flatMap(([name, value]) => ['-p', `${name}:=${value}`]),
    ];
    const outcome = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    if (best === undefined || outcome.wallSeconds < best.wallSeconds) best = outcome;
  }
  return best;
}

function table(title, header, rows) {
  const widths = header.map((_, i) =>
    Math.max(...[header, ...rows].map((row) => String(row[i]).length)),
  );
  const line = (row) => `| ${row.map((cell, i) => String(cell).padEnd(widths[i])).join(' | ')} |`;
  console.log(`\n${title}\n\n${line(header)}\n| ${widths.map((w) => '-'.repeat(w)).join(' | ')} |`);
  for (const row of rows) console.log(line(row));
}

const ns = (outcome, count) => (outcome.wallSeconds * 1e9) / count;
const perSecond = (outcome) =>
  Math.round(outcome.callbacks / outcome.wallSeconds).toLocaleString('en');
const MODES = [
  ['everything off', ['--no-record', '--digest', 'off']],
  ['order digest', ['--no-record', '--digest', 'order']],
  ['order and content digest', ['--no-record', '--digest', 'content']],
  ['full recording and trace', ['--record']],
];

function synthetic() {
  const seconds = quick ? 5000 : 100_000;
  const rows = MODES.map(([name, options]) => {
    const virtual = options.includes('--record') ? seconds / 10 : seconds;
    const outcome = run('examples/synthetic-benchmark', { timeout_s: virtual }, options);
    const each = ns(outcome, outcome.callbacks);
    return [
      name,
      `${virtual} s`,
      perSecond(outcome),
      each.toFixed(0),
      `${(4500 / each).toFixed(1)} ×`,
    ];
  });
  const header = [
    'synthetic benchmark',
    'virtual time',
    'callbacks/s',
    'ns per callback',
    'of rslcpp (C++, 4500 ns)',
  ];
  table('Synthetic benchmark: callbacks per second, user code included', header, rows);
}

function kernelEvent() {
  const kernel = new Kernel();
  let events = 0;
  const count = (then) => ({
    run() {
      events++;
      then();
      return true;
    },
    label: () => '',
  });
  const sink = count(() => {});
  const source = count(() => kernel.ready.push(sink));
  for (let i = 0; i < 64; i++)
    kernel.timers.enter(kernel.timers.create(1e6 * (1 + (i % 10)), 0, source));
  kernel.turn(Number.POSITIVE_INFINITY, { until: 5e9 });
  events = 0;
  const start = process.hrtime.bigint();
  kernel.turn(Number.POSITIVE_INFINITY, { until: quick ? 2e10 : 1e11 });
  const each = Number(process.hrtime.bigint() - start) / events;
  table(
    'Kernel: 64 timers, each feeding one ready event',
    ['events', 'ns per event'],
    [[events, each.toFixed(1)]],
  );
}

function hops() {
  const nodes = 10;
  const image = new Uint8Array(100_000);
  const cases = [
    ['UInt64', 'uint64', 20_000, 2600, () => ({ data: 5n })],
    ['100 KB image, handed over', 'image_transfer', 400, 3000, undefined],
    ['100 KB image, copied', 'image_copy', 400, 11_600, () => ({ data: image })],
  ];
  const rows = cases.map(([name, kind, seconds, rslcpp, message]) => {
    const length = quick ? seconds / 10 : seconds;
    const chain = (count) =>
      run('bench/systems/chain.mjs', { kind, nodes: count, seconds: length }, MODES[1][1]);
    const outcome = chain(nodes);
    const each = ns(outcome, (nodes - 1) * 50 * length);
    // What the first node does (make a message, publish it) is the same in a chain of two.
    const further =
      ((outcome.wallSeconds - chain(2).wallSeconds) * 1e9) / ((nodes - 2) * 50 * length);
    const baseline = message === undefined ? undefined : baselineChain(nodes, message, length / 10);
    return [
      name,
      each.toFixed(0),
      further.toFixed(0),
      baseline === undefined ? '–' : baseline.toFixed(0),
      rslcpp,
      `${(rslcpp / each).toFixed(1)} ×`,
    ];
  });
  const header = [
    '10 nodes in a row, 50 Hz',
    'ns per hop',
    'ns per further hop',
    'naive simulator',
    'rslcpp (C++)',
    'of rslcpp',
  ];
  table('Cost of a hop, timer and user code included, order digest on', header, rows);
}

function scaling() {
  const rows = [10, 100, 1000].map((nodes) => {
    const seconds = (quick ? 20_000 : 200_000) / nodes;
    const outcome = run('bench/systems/many_nodes.mjs', { nodes, seconds }, MODES[1][1]);
    return [nodes, perSecond(outcome), ns(outcome, outcome.callbacks).toFixed(0)];
  });
  table(
    'Cost per callback and number of nodes (10 Hz each)',
    ['nodes', 'callbacks/s', 'ns per callback'],
    rows,
  );
  const fans = ['uint64', 'imu'].flatMap((kind) =>
    [1, 10, 100].map((subscriptions) => {
      const seconds = (quick ? 2000 : 20_000) / Math.sqrt(subscriptions);
      const outcome = run(
        'bench/systems/fan_out.mjs',
        { kind, subscriptions, seconds },
        MODES[1][1],
      );
      return [kind, subscriptions, ns(outcome, outcome.callbacks).toFixed(0)];
    }),
  );
  table(
    'Cost per callback and number of subscriptions of one topic',
    ['message', 'subscriptions', 'ns per callback'],
    fans,
  );
}

function memory() {
  const rows = [1000, 10_000, quick ? 20_000 : 100_000].map((seconds) => {
    const outcome = run('examples/synthetic-benchmark', { timeout_s: seconds }, MODES[2][1]);
    return [
      `${seconds} s`,
      outcome.callbacks.toLocaleString('en'),
      (outcome.peakMemory / 1e6).toFixed(0),
    ];
  });
  table(
    'Memory of the whole process and length of the run',
    ['virtual time', 'callbacks', 'peak RSS, MB'],
    rows,
  );
}

function models() {
  table(
    'Synthetic benchmark: what models cost that are not used (median of pairs run in turns)',
    ['', 'ns per callback', 'cost'],
    modelsCost(root, work, quick),
  );
}

const parts = { kernel: kernelEvent, synthetic, hops, scaling, memory, models };
const named = process.argv.slice(2).filter((word) => word in parts);

try {
  for (const [name, measure] of Object.entries(parts)) {
    if (named.length === 0 || named.includes(name)) measure();
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
