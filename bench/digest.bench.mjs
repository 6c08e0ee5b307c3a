// What proof costs: order digest, content digest, recording and guard, each against the same run
// without it, all in one process after another, in turns, the best of three.
//
//   node bench/digest.bench.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const TURNS = 3;

/** The same chain of nodes with and without the guard, in a process of its own. */
async function chainInThisProcess(guarded) {
  const dist = (path) => import(new URL(`../dist/${path}`, import.meta.url));
  const { Simulation } = await dist('simulation/index.js');
  const { enterSimulation } = await dist('client/index.js');
  const { installGuard } = await dist('guard/index.js');
  const { GuardedWorld } = await dist('job/guarded_world.js');
  const { default: chain } = await import('./systems/chain_nodes.mjs');
  const { default: rclnodejs } = await dist('client/rclnodejs.js');
  const clock = performance.now.bind(performance);
  const print = console.log.bind(console);
  const simulation = new Simulation();
  enterSimulation(simulation);
  if (guarded) installGuard(new GuardedWorld(simulation, { onExit: () => {} }));
  await rclnodejs.init();
  for (const node of chain(rclnodejs)) node.spin();
  await simulation.stepFor(20_000_000_000n);
  const before = simulation.graph.callbacks;
  const start = clock();
  await simulation.stepFor(2_000_000_000_000n);
  print(((clock() - start) * 1e6) / (simulation.graph.callbacks - before));
}

const work = mkdtempSync(join(tmpdir(), 'orrery-bench-'));
let directories = 0;

function orrery(system, parameters, options) {
  const record = options.includes('--record') ? [join(work, `run${directories++}`)] : [];
  const args = [
    join(root, 'dist/cli/main.js'),
    ...['run', join(root, system), '--json', ...options, ...record],
    ...Object.entries(parameters).flatMap(([name, value]) => ['-p', `${name}:=${value}`]),
  ];
  const { wallSeconds, callbacks } = JSON.parse(execFileSync(process.execPath, args));
  return (wallSeconds * 1e9) / callbacks;
}

/** The best of all turns for each, in turns, so that a busy machine slows all alike. */
function best(measures) {
  const results = measures.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < TURNS; turn++) {
    measures.forEach((measure, i) => {
      results[i] = Math.min(results[i], measure());
    });
  }
  return results;
}

function table(title, names, results) {
  console.log(`\n| ${title} | ns per callback | more |\n| --- | --- | --- |`);
  results.forEach((ns, i) => {
    const more = i === 0 ? '–' : `${((ns / results[0] - 1) * 100).toFixed(1)} %`;
    console.log(`| ${names[i]} | ${ns.toFixed(0)} | ${more} |`);
  });
}

const MODES = [
  ['everything off', ['--no-record', '--digest', 'off']],
  ['order digest', ['--no-record', '--digest', 'order']],
  ['order and content digest', ['--no-record', '--digest', 'content']],
  ['recording, trace and checkpoints', ['--record']],
];
const SYSTEMS = [
  ['synthetic benchmark', 'examples/synthetic-benchmark', { timeout_s: 5000 }],
  [
    '10 nodes in a row, UInt64',
    'bench/systems/chain.mjs',
    { kind: 'uint64', nodes: 10, seconds: 2000 },
  ],
  [
    'Imu to 4 subscriptions',
    'bench/systems/fan_out.mjs',
    { kind: 'imu', subscriptions: 4, seconds: 20000 },
  ],
];

if (process.argv[2] === '--chain') {
  await chainInThisProcess(process.argv[3] === 'guarded');
} else {
  try {
    for (const [title, system, parameters] of SYSTEMS) {
      const names = MODES.map(([name]) => name);
      table(
        title,
        names,
        best(
          MODES.map(
            ([, options]) =>
              () =>
                orrery(system, parameters, options),
          ),
        ),
      );
    }
    const child = (how) => () =>
      Number(execFileSync(process.execPath, [file, '--chain', how], { encoding: 'utf8' }));
    const kinds = ['bare', 'guarded'];
    table('10 nodes in a row, guard', kinds, best(kinds.map(child)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
