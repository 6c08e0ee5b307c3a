// The system of the case study (scan player → KISS-ICP → trajectory monitor), and the ways to run it.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ape, readTrajectory } from '../../dist/eval/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const example = join(root, 'examples/lidar-odometry');
const client = new URL('../../dist/client/rclnodejs.js', import.meta.url).href;
const shared = process.env.ORRERY_SHARED ?? join(root, '..', 'shared');

/** Scans per second of the recording. */
export const RATE = 10;

/**
 * Puts the scans to play and their ground truth into `folder`, as `scans` and `truth.txt`: those of a real drive if
 * there is one, otherwise those of the town.
 */
export async function prepareSequence(folder, { town = false } = {}) {
  const drive = join(shared, 'data/kitti_raw_0001');
  const scans = join(folder, 'scans');
  const truth = join(folder, 'truth.txt');
  if (!town && existsSync(drive)) {
    symlinkSync(join(drive, 'scans'), scans);
    symlinkSync(join(drive, 'gt_kitti.txt'), truth);
    return { name: 'KITTI raw 0001', count: readdirSync(scans).length };
  }
  const script = join(folder, 'make_sequence.mjs');
  await bundle({ entryPoints: [join(example, 'make_sequence.ts')], outfile: script });
  await execute(process.execPath, [script, scans, '200', '1'], folder);
  symlinkSync(join(scans, 'ground_truth.txt'), truth);
  return { name: 'town, seed 1', count: 200 };
}

/** Bundles the nodes with Orrery's client library into one file, for runs without `orrery run`. */
export async function bundleSystem(folder) {
  const outfile = join(folder, 'system.mjs');
  await bundle({ entryPoints: [join(example, 'replay_scans.ts')], outfile });
  const realTime = join(folder, 'real_time.mjs');
  const lines = [
    "import './system.mjs';",
    'setTimeout(() => process.exit(), 1000 * Number(process.env.CASE_STUDY_SECONDS));',
  ];
  writeFileSync(realTime, lines.join('\n'));
  return { system: outfile, realTime };
}

function bundle(options) {
  const toClient = {
    name: 'client library',
    setup({ onResolve }) {
      onResolve({ filter: /^rclnodejs$/ }, () => ({ path: client, external: true }));
    },
  };
  return build({
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    plugins: [toClient],
    ...options,
  });
}

/** Paths are relative to the folder of the run: parameters are published, so they enter the digest. */
function parameters(more = {}) {
  const values = {
    'scan_player:folder': '../scans',
    'scan_player:ground_truth': '../truth.txt',
    'trajectory_monitor:output_directory': 'out',
    'kiss_icp_node:queue_depth': 1,
    ...more,
  };
  return ['--ros-args', ...Object.entries(values).flatMap(([k, v]) => ['-p', `${k}:=${v}`])];
}

/** Makes one run with `orrery run` in a separate process, in `folder`; returns its digest and error. */
export async function simulate(sequence, folder) {
  const words = ['run', '--until', `${sequence.count / RATE + 0.2}s`, '--no-record', '--json'];
  const file = join(example, 'replay_scans.ts');
  const main = join(root, 'dist/cli/main.js');
  const text = await execute(process.execPath, [main, ...words, file, ...parameters()], folder);
  // The log of the nodes precedes the JSON.
  const { digest } = JSON.parse(text.slice(text.indexOf('{\n')));
  return { digest: digest.total, ...measure(sequence, folder) };
}

/** Runs the same nodes paced by the wall clock, `speed` times as fast as recorded. */
export async function runInRealTime(sequence, folder, { realTime }, speed) {
  const rate = (RATE * speed).toFixed(1);
  const more = { 'scan_player:rate': rate, 'scan_player:preload': true };
  const CASE_STUDY_SECONDS = String(sequence.count / (RATE * speed) + 1.5);
  const env = { ...process.env, CASE_STUDY_SECONDS };
  await execute(process.execPath, [realTime, ...parameters(more)], folder, env);
  return measure(sequence, folder);
}

/** Simulates the nodes such that one scan takes `time` (a distribution as in the models of a run). */
export async function runWithExecutionTime(sequence, folder, { system }, time, seed = 0) {
  const script = fileURLToPath(new URL('timed_run.mjs', import.meta.url));
  const seconds = sequence.count / RATE + 2;
  const words = [script, JSON.stringify({ system, seconds, time, seed })];
  const text = await execute(process.execPath, [...words, ...parameters()], folder);
  return { digest: text.trim().split('\n').at(-1), ...measure(sequence, folder) };
}

/** Absolute pose error in metres (RMSE after SE3 alignment), and how many scans were used. */
function measure({ count }, folder) {
  const [truth, odometry] = ['ground_truth.txt', 'odometry.txt'].map((name) =>
    join(folder, 'out', name),
  );
  const processed = readFileSync(odometry, 'utf8').split('\n').length - 1;
  // Three poses are needed for an alignment.
  if (processed < 3) return { processed, dropped: count - processed, rmse: Number.NaN };
  const result = ape(readTrajectory(truth), readTrajectory(odometry), { alignment: 'se3' });
  return { processed, dropped: count - processed, rmse: result.statistics.rmse };
}

/** Returns the output of a program that runs in `folder`; rejects if it fails. */
function execute(command, words, folder, env = process.env) {
  mkdirSync(folder, { recursive: true });
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      err += text;
    });
    child.on('error', reject).on('close', (code) => {
      if (code === 0) resolve(out);
      else reject(new Error(`${command} ${words.join(' ')} ended with ${code}:\n${out}${err}`));
    });
  });
}
