// The benchmarks of Orrery itself: `npm run bench`, `npm run bench -- hops` for one part, or
// `npm run bench -- --against COMMIT` for the ratios to another commit (`against.mjs`). Every figure is measured now, next to its
// baseline, in processor time (`slices.mjs`). Figures of the real C++ rslcpp were measured on this class of machine
// and are constants here, because they cannot be repeated without a ROS 2 installation.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kernel } from '../dist/kernel/index.js';
import { compareWith } from './against.mjs';
import { baselineChain } from './baseline.mjs';
import { ddsBench } from './dds.mjs';
import { bareCall, copyInTurn, newCopy, timersInTurn, warmCopy } from './floors.mjs';
import { modelsCost } from './models.mjs';
import { netsimBench } from './netsim.mjs';
import { ns3Bench } from './netsim_ns3.mjs';
import { physicsBench } from './physics.mjs';
import { FOREVER, inMode, MODES, system } from './sliced_systems.mjs';
import { compare, spreadText } from './slices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
const quick = process.argv.includes('--quick');
const rounds = process.argv.indexOf('--rounds');
const ROUNDS = quick ? 1 : Number(process.argv[rounds + 1 || process.argv.length] ?? 5);

/** ns per callback of each variant, measured in turns, and the spread of the rounds. */
const measured = (variants) => compare('slice_run.mjs', variants, ROUNDS);

function table(title, header, rows) {
  const widths = header.map((_, i) =>
    Math.max(...[header, ...rows].map((row) => String(row[i]).length)),
  );
  const line = (row) => `| ${row.map((cell, i) => String(cell).padEnd(widths[i])).join(' | ')} |`;
  console.log(`\n${title}\n\n${line(header)}\n| ${widths.map((w) => '-'.repeat(w)).join(' | ')} |`);
  for (const row of rows) console.log(line(row));
}

async function synthetic() {
  const config = system(
    ['examples/synthetic-benchmark/job.js'],
    { timeout_s: FOREVER },
    quick ? 50_000 : 200_000,
  );
  const figures = await measured(MODES.map(([, mode]) => inMode(config, mode, work)));
  const floor = bareCall().toFixed(0);
  const rows = MODES.map(([name], i) => [
    name,
    Math.round(1e9 / figures[i].each).toLocaleString('en'),
    figures[i].each.toFixed(0),
    spreadText(figures[i]),
    floor,
    `${(4500 / figures[i].each).toFixed(1)} ×`,
  ]);
  const header = [
    'synthetic benchmark',
    'callbacks/s',
    'ns per callback',
    'spread',
    'bare call, ns',
    'of rslcpp (C++, 4500 ns, measured elsewhere)',
  ];
  table('Synthetic benchmark, user code included', header, rows);
}

/** Number of slices; the fastest counts, because other work on the machine only makes them slower. */
const SLICES = 40;

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
  let each = Number.POSITIVE_INFINITY;
  for (let slice = 1; slice <= SLICES; slice++) {
    events = 0;
    const start = process.cpuUsage();
    kernel.turn(Number.POSITIVE_INFINITY, { until: (5 + slice) * 1e9 });
    const { user, system: inKernel } = process.cpuUsage(start);
    each = Math.min(each, ((user + inKernel) * 1000) / events);
  }
  table('Kernel: 64 timers, each feeding one ready event', ['ns per event'], [[each.toFixed(1)]]);
}

/** A system of which only the order digest is computed. */
const ordered = (file, parameters, callbacks) => ({
  ...system([`bench/systems/${file}`], { seconds: FOREVER, ...parameters }, callbacks),
  digest: 'order',
});

async function hops() {
  const nodes = 10;
  const image = new Uint8Array(100_000);
  const cases = [
    ['UInt64', 'uint64', 200_000, 2600, [bareCall], () => ({ data: 5n }), 2000],
    ['100 KB image, handed over', 'image_transfer', 20_000, 3000, [bareCall]],
    [
      ...['100 KB image, copied', 'image_copy', 5000, 11_600],
      ...[[warmCopy, copyInTurn, newCopy], () => ({ data: image }), 40],
    ],
  ];
  const chains = cases.flatMap(([, kind, callbacks]) =>
    [nodes, 2].map((count) => ordered('chain.mjs', { kind, nodes: count }, callbacks)),
  );
  const figures = await measured(chains);
  const rows = cases.map(([name, , , rslcpp, floors, message, seconds], i) => {
    // One callback per node, for any number of nodes.
    const [all, two] = [figures[2 * i], figures[2 * i + 1]];
    const [long, short] = [all.each * nodes, two.each * 2];
    const each = long / (nodes - 1);
    // The first node's work (making and publishing a message) is the same in a chain of two.
    const further = (long - short) / (nodes - 2);
    const baseline = message === undefined ? undefined : baselineChain(nodes, message, seconds);
    return [
      name,
      each.toFixed(0),
      further.toFixed(0),
      spreadText(all.spread > two.spread ? all : two),
      floors.map((floor) => floor(image.length).toFixed(0)).join(', '),
      baseline === undefined ? '–' : baseline.toFixed(0),
      rslcpp,
      `${(rslcpp / each).toFixed(1)} ×`,
    ];
  });
  const header = [
    '10 nodes in a row, 50 Hz',
    'ns per hop',
    'ns per further hop',
    'spread',
    'floor: call, or copy to warm, 4 MB in turn, new memory',
    'naive simulator',
    'rslcpp (C++, measured elsewhere)',
    'of rslcpp',
  ];
  table('Cost of a hop, timer and user code included, order digest on', header, rows);
}

async function scaling() {
  const counts = [10, 100, 1000, 10_000];
  const each = await measured(counts.map((nodes) => ordered('many_nodes.mjs', { nodes }, 100_000)));
  const cells = (figure, floor) => [figure.each.toFixed(0), spreadText(figure), floor.toFixed(0)];
  const header = ['ns per callback', 'spread'];
  table(
    'Cost per callback and number of nodes (10 Hz each)',
    ['nodes', ...header, 'floor: timers and functions alone, ns'],
    counts.map((nodes, i) => [nodes, ...cells(each[i], timersInTurn(nodes))]),
  );
  const fans = ['uint64', 'imu'].flatMap((kind) =>
    [1, 10, 100].map((subscriptions) => ({ kind, subscriptions })),
  );
  const costs = await measured(fans.map((fan) => ordered('fan_out.mjs', fan, 50_000)));
  const floor = bareCall();
  table(
    'Cost per callback and number of subscriptions of one topic',
    ['message', 'subscriptions', ...header, 'bare call, ns'],
    fans.map(({ kind, subscriptions }, i) => [kind, subscriptions, ...cells(costs[i], floor)]),
  );
}

/** Runs the command as a whole, to measure its memory. */
function run(path, parameters) {
  const args = [
    join(root, 'dist/cli/main.js'),
    ...['run', join(root, path), '--json', '--no-record'],
    ...Object.entries(parameters).flatMap(([name, value]) => ['-p', `${name}:=${value}`]),
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function memory() {
  const rows = [1000, 10_000, quick ? 20_000 : 100_000].map((seconds) => {
    const outcome = run('examples/synthetic-benchmark', { timeout_s: seconds });
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

const parts = {
  kernel: kernelEvent,
  synthetic,
  hops,
  scaling,
  memory,
  models,
  dds: () => ddsBench(table, quick),
  netsim: () => netsimBench(table, quick),
  ns3: () => ns3Bench(table, quick),
  physics: () => physicsBench(table, quick),
};
const named = process.argv.slice(2).filter((word) => word in parts);
const against = process.argv.indexOf('--against');

try {
  if (against >= 0) {
    const end = rounds > against ? rounds : process.argv.length;
    const [commit = 'HEAD', ...words] = process.argv.slice(against + 1, end);
    await compareWith(commit, words, ROUNDS);
  } else {
    for (const [name, measure] of Object.entries(parts)) {
      if (named.length === 0 || named.includes(name)) await measure();
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
