import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { correctKittiScan, readKittiScan, readKs3Scan } from '../datasets/kitti.js';
import { shared } from '../shared_data.js';
import { readPlanarPath, referenceTown, scanSeed } from '../world/reference_sequence.js';
import { KissIcp } from './kiss_icp.js';

const golden = shared('vectors/kiss-icp');
const kitti00 = shared('data/kitti00_first6');
const drive = shared('data/kitti_raw_0001/scans');
const path = shared('vectors/kiss-icp/synthetic_gt_kitti.txt.gz');

function table(file: string, separator: string): number[][] {
  const lines = readFileSync(join(golden.path, file), 'utf8').trim().split('\n');
  return lines.filter((l) => !l.startsWith('scan')).map((l) => l.split(separator).map(Number));
}

/** Runs the odometry and compares with the C++: positions to 1e-9 m, all counts exactly. */
function compare(name: string, scan: (index: number) => Float32Array | Float64Array): void {
  const poses = table(`${name}_tum.txt`, ' ');
  const log = table(`${name}_log.csv`, ',');
  const odometry = new KissIcp();
  for (const [i, pose] of poses.entries()) {
    const result = odometry.registerScan(scan(i));
    const expected = log[i]!;
    expect([result.pose.tx, result.pose.ty, result.pose.tz].every(Number.isFinite)).toBe(true);
    const error = Math.hypot(
      result.pose.tx - pose[1]!,
      result.pose.ty - pose[2]!,
      result.pose.tz - pose[3]!,
    );
    expect(error, `position of scan ${i}`).toBeLessThan(1e-9);
    expect(Math.abs(result.sigma - expected[10]!), `sigma of scan ${i}`).toBeLessThan(1e-9);
    const { voxelCount, pointCount } = odometry.map;
    const counts = [result.preprocessed, result.registered, voxelCount, pointCount];
    expect(
      [...counts, result.iterations, result.correspondences],
      `points, registered, voxels, map points, iterations, matches of scan ${i}`,
    ).toEqual([...expected.slice(2, 6), expected[7]!, expected[8]!]);
  }
}

describe('trajectories of the C++', () => {
  const first = (i: number) => readKittiScan(join(kitti00.path, `00000${i}.bin.gz`));

  it.skipIf(kitti00.missing)('KITTI 00, first 6 scans (needs ../shared/data)', () => {
    compare('k00', first);
  });

  it.skipIf(kitti00.missing)('the same with the 0.205 degree correction', () => {
    compare('k00_corrected', (i) => correctKittiScan(first(i)));
  });

  it.skipIf(drive.missing)('KITTI raw drive 0001, 108 scans (needs ../shared/data)', () => {
    const files = readdirSync(drive.path).sort();
    compare('d0001', (i) => readKs3Scan(join(drive.path, files[i]!)));
  });

  it.skipIf(path.missing)('300 scans of the town (needs ../shared/vectors)', () => {
    const poses = readPlanarPath(path.path);
    const lidar = referenceTown(poses);
    const hash = createHash('sha256');
    compare('syn300', (i) => {
      const { xyz } = lidar.snapshot(poses[i]!, scanSeed(1, i));
      hash.update(new Uint8Array(xyz.buffer));
      return xyz;
    });
    expect(hash.digest('hex')).toBe(
      '1d8b6be2da3d5e2b3cae9c46578c9265c09e58f78c337fd3f1e19f65d779ba58',
    );
  });
});
