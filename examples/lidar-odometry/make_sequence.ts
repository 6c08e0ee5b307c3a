/**
 * Drives through the town without ROS and leaves what KITTI would: scans (`000000.bin`, ...), one
 * per 0.1 s, and `ground_truth.txt`, the pose of the LiDAR at each. No points are moved by the
 * motion during a turn, as in KITTI's corrected scans.
 *
 *     node make_sequence.mjs <folder> [scans] [seed]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDL64, Lidar } from './world/lidar.js';
import { centreLine, type PlanarPose } from './world/path.js';
import { scanSeed } from './world/reference_sequence.js';
import { Relief } from './world/relief.js';
import { streetTour } from './world/route.js';
import { buildTown } from './world/town.js';
import { PurePursuit, Vehicle } from './world/vehicle.js';

const [folder, scanText = '200', seedText = '1'] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: make_sequence <folder> [scans] [seed]');
const scans = Number(scanText);
const seed = Number(seedText);

const line = centreLine(streetTour(seed));
const relief = new Relief(scanSeed(seed, -2), 0.12);
const lidar = new Lidar(buildTown(line, seed), HDL64, relief);
const pursuit = new PurePursuit(line, true, 8);
const vehicle = new Vehicle({
  x: line.x[0]!,
  y: line.y[0]!,
  cos: line.tangentX[0]!,
  sin: line.tangentY[0]!,
});

mkdirSync(folder, { recursive: true });
const rows: string[] = [];
for (let scan = 0; scan < scans; scan++) {
  const { xyz } = lidar.snapshot(vehicle.pose, scanSeed(seed, scan));
  writeFileSync(join(folder, `${String(scan).padStart(6, '0')}.bin`), kittiScan(xyz));
  rows.push(kittiRow(vehicle.pose));
  for (let step = 0; step < 10; step++) {
    vehicle.step(pursuit.command(vehicle.pose, vehicle.speed), 0.01);
  }
}
writeFileSync(join(folder, 'ground_truth.txt'), rows.join(''));

/** x, y, z, intensity 0; little-endian floats. */
function kittiScan(xyz: Float32Array): Buffer {
  const bytes = Buffer.alloc((xyz.length / 3) * 16);
  for (let i = 0; i < xyz.length / 3; i++) {
    for (let axis = 0; axis < 3; axis++) bytes.writeFloatLE(xyz[3 * i + axis]!, 16 * i + 4 * axis);
  }
  return bytes;
}

function kittiRow({ x, y, cos, sin }: PlanarPose): string {
  return `${[cos, -sin, 0, x, sin, cos, 0, y, 0, 0, 1, HDL64.height].join(' ')}\n`;
}
