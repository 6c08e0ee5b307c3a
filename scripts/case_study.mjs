// The LiDAR case study in one command: KISS-ICP in simulation on a loaded machine (one digest, one error), in real
// time on the same machine (scattered errors), and in simulation with an execution time per scan (the error as a
// function of CPU speed). Prints tables, and draws pictures into a folder.
//
//     node scripts/case_study.mjs [--runs 10] [--town] [--load 1] [--output out/case-study]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { boxPlot, executionTimePlot } from './case_study/chart.mjs';
import { startLoad } from './case_study/cpu_load.mjs';
import {
  bundleSystem,
  prepareSequence,
  RATE,
  runInRealTime,
  runWithExecutionTime,
  simulate,
} from './case_study/odometry_system.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '10' },
    /** Whether to use the town even if a real drive is available. */
    town: { type: 'boolean', default: false },
    /** Number of busy processes per core. */
    load: { type: 'string', default: '1' },
    output: { type: 'string', default: 'out/case-study' },
  },
});
const runs = Number(options.runs);
const REAL_TIME_SPEEDS = [1, 2, 4, 8];
const EXECUTION_MS = [20, 40, 60, 80, 95, 105, 120, 150, 200, 250, 300];

/** Standard deviation of the logarithm of a varying time; for the C++ version on this drive it is 0.39. */
const SIGMA = 0.4;
const SEEDS = [1, 2];

const folder = mkdtempSync(join(tmpdir(), 'orrery-case-study-'));
const out = join(folder, 'run');
mkdirSync(options.output, { recursive: true });
let stopLoad = () => {};
try {
  const sequence = await prepareSequence(folder, { town: options.town });
  const programs = await bundleSystem(folder);
  console.log(`${sequence.name}: ${sequence.count} scans, ${runs} runs each, queue depth 1.`);
  const ok = await compareWithRealTime(sequence, programs);
  await sweepExecutionTime(sequence, programs);
  console.log(`\nPictures in ${options.output}`);
  process.exitCode = ok ? 0 : 1;
} finally {
  stopLoad();
  rmSync(folder, { recursive: true, force: true });
}

/** Compares simulation with real time for the same system on the same loaded machine. */
async function compareWithRealTime(sequence, programs) {
  stopLoad = startLoad(Number(options.load));
  const groups = [];
  console.log(`\nUnder load (${options.load} busy process(es) per core):\n`);
  console.log('                  APE RMSE (m)                          scans lost   distinct');
  console.log('                  median       min          max         min  max     errors');
  const simulated = await repeat(() => simulate(sequence, out));
  groups.push({ label: 'simulation', results: simulated });
  printGroup(groups[0]);
  for (const speed of REAL_TIME_SPEEDS) {
    const results = await repeat(() => runInRealTime(sequence, out, programs, speed));
    groups.push({ label: `real time × ${speed}`, results });
    printGroup(groups.at(-1));
  }
  stopLoad();
  const digests = new Set(simulated.map(({ digest }) => digest));
  console.log(`\nSimulation: ${simulated.length} runs, digests: ${[...digests].join(', ')}`);
  const boxes = groups.map(({ label, results }) => ({
    label,
    note: `${span(results.map(({ dropped }) => dropped))} scans lost`,
    values: results.map(({ rmse }) => rmse).filter(Number.isFinite),
  }));
  const title = `KISS-ICP on ${sequence.name}, ${runs} runs each on a loaded machine`;
  writeFileSync(join(options.output, 'real-time.svg'), boxPlot(title, 'APE RMSE (m)', boxes));
  return digests.size === 1;
}

async function repeat(run) {
  const results = [];
  for (let i = 0; i < runs; i++) results.push(await run());
  return results;
}

function printGroup({ label, results }) {
  // An error that is not a number means that the run produced fewer than three poses.
  const errors = results.map(({ rmse }) => rmse).filter(Number.isFinite);
  const { low, middle, high } = spread(errors);
  const lost = spread(results.map(({ dropped }) => dropped));
  console.log(
    `${label.padEnd(18)}${[middle, low, high].map((e) => e.toFixed(6).padEnd(13)).join('')}` +
      `${String(lost.low).padEnd(5)}${String(lost.high).padEnd(8)}${new Set(errors).size}`,
  );
}

function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  const middle = (sorted[Math.ceil(half - 1)] + sorted[Math.floor(half)]) / 2;
  return { low: sorted[0], middle, high: sorted.at(-1) };
}

/** Simulates slower CPUs: each scan takes a given time, independent of this machine. */
async function sweepExecutionTime(sequence, programs) {
  console.log('\nIn simulation, by execution time per scan:\n');
  console.log('ms    time     seed  processed  lost   APE RMSE (m)   digest');
  const cases = EXECUTION_MS.flatMap((milliseconds) => [
    { milliseconds, kind: 'fixed', seed: 0 },
    ...SEEDS.map((seed) => ({ milliseconds, kind: 'varying', seed })),
  ]);
  const points = await inParallel(cases, async (each, i) => {
    const { milliseconds, kind, seed } = each;
    const median = milliseconds * 1e6;
    const time = kind === 'fixed' ? median : { log_normal: { median, sigma: SIGMA } };
    const into = join(folder, `timed-${i}`);
    const result = await runWithExecutionTime(sequence, into, programs, time, seed);
    return { ...each, ...result, lost: (100 * result.dropped) / sequence.count };
  });
  for (const { milliseconds, kind, seed, processed, dropped, rmse, digest } of points) {
    console.log(
      `${String(milliseconds).padEnd(6)}${kind.padEnd(9)}${String(seed).padEnd(6)}` +
        `${String(processed).padEnd(11)}${String(dropped).padEnd(7)}${rmse.toFixed(6).padEnd(15)}${digest}`,
    );
  }
  const [fixed, varying] = ['fixed', 'varying'].map((kind) =>
    points.filter((point) => point.kind === kind && Number.isFinite(point.rmse)),
  );
  const title = `KISS-ICP on ${sequence.name}: what a slower CPU would do`;
  const picture = executionTimePlot(title, fixed, varying, 1000 / RATE);
  writeFileSync(join(options.output, 'execution-time.svg'), picture);
}

/** Computes the results of `items` in parallel on all cores, and returns them in order. */
async function inParallel(items, run) {
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await run(items[i], i);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

function span(numbers) {
  const { low, high } = spread(numbers);
  return low === high ? `${low}` : `${low}–${high}`;
}
