/**
 * KISS-ICP on one thread: ms per scan and memory, for the town and, if available, for a real drive (KITTI raw 0001).
 * Run: `npm run build && node bench/lidar.bench.mjs`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = process.env.ORRERY_SHARED ?? join(root, '..', 'shared');
const drive = join(shared, 'data/kitti_raw_0001/scans');
const folder = mkdtempSync(join(tmpdir(), 'orrery-lidar-'));

function program(name) {
  const outfile = join(folder, `${name}.mjs`);
  const entryPoints = [join(root, 'examples/lidar-odometry', `${name}.ts`)];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

/** Runs a program in a separate process, so that its memory can be measured. */
function run(...words) {
  const done = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout.trim();
}

try {
  const odometry = program('run_kitti');
  const town = join(folder, 'town');
  run(program('make_sequence'), town, '300', '1');
  console.log(`Node ${process.version} ${process.arch}`);
  console.log(`town, seed 1:    ${run(odometry, town)}`);
  if (existsSync(drive)) console.log(`KITTI raw 0001:  ${run(odometry, drive)}`);
  else console.log(`KITTI raw 0001:  skipped, ${drive} is not there`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
