/**
 * The odometry without ROS: registers the scans of a folder (`.bin`, `.bin.gz` or `.ks3.br`, in
 * the order of their names), writes the trajectory as a TUM file and tells how long a scan took. The
 * CPU time, that of all threads of the engine, is what counts on a machine with other work.
 *
 *     node run_kitti.mjs <folder> [trajectory.txt] [--correct]
 *
 * `--correct` turns the points by 0.205 degrees, as KISS-ICP's KITTI loader does.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { correctKittiScan, isScanFile, readScan } from './datasets/kitti.js';
import { KissIcp } from './kiss_icp/kiss_icp.js';

const correct = process.argv.includes('--correct');
const [folder, output] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (folder === undefined) throw new Error('usage: run_kitti <folder> [trajectory.txt] [--correct]');

const files = readdirSync(folder).filter(isScanFile).sort();
const odometry = new KissIcp();
const rows: string[] = [];
const durations: number[] = [];
let cpu = 0;
let memory = 0;
for (const [i, name] of files.entries()) {
  const scan = readScan(join(folder, name));
  const points = correct ? correctKittiScan(scan) : scan;
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const { pose } = odometry.registerScan(points);
  durations.push(performance.now() - start);
  const { user, system } = process.cpuUsage(cpuBefore);
  cpu += (user + system) / 1000;
  memory = Math.max(memory, process.memoryUsage().rss);
  const { tx, ty, tz, qx, qy, qz, qw } = pose;
  rows.push(`${[(i / 10).toFixed(9), tx, ty, tz, qx, qy, qz, qw].join(' ')}\n`);
}
if (output !== undefined) writeFileSync(output, rows.join(''));
durations.sort((a, b) => a - b);
const mean = durations.reduce((sum, d) => sum + d, 0) / durations.length;
const median = durations[durations.length >> 1]!;
console.log(
  `${files.length} scans: mean ${mean.toFixed(1)} ms, median ${median.toFixed(1)} ms, ` +
    `largest ${durations.at(-1)!.toFixed(1)} ms per scan, CPU time ${(cpu / files.length).toFixed(1)} ms; ` +
    `${(memory / 1e6).toFixed(0)} MB resident`,
);
