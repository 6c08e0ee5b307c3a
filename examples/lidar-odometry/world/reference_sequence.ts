import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Lidar, type LidarConfig } from './lidar.js';
import { centreLine, type PlanarPose } from './path.js';
import { buildTown } from './town.js';

/** Reads a planar path from a trajectory in KITTI's format (`.txt` or `.txt.gz`), z is ignored. */
export function readPlanarPath(file: string): PlanarPose[] {
  const raw = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line, i) => {
      const row = line.trim().split(/\s+/).map(Number);
      if (row.length !== 12 || !row.every(Number.isFinite)) {
        throw new Error(`${file}:${i + 1} is not a pose in KITTI's format (12 numbers)`);
      }
      return { x: row[3]!, y: row[7]!, cos: row[0]!, sin: row[4]! };
    });
}

/** The town built along a path, with its LiDAR; the same path and seed give the same scans. */
export function referenceTown(path: readonly PlanarPose[], seed = 1, config?: LidarConfig): Lidar {
  return new Lidar(buildTown(centreLine(path), seed), config);
}

/** Seed of the noise of one scan, so that scans can be made in any order. */
export function scanSeed(seed: number, scan: number): number {
  return (Math.imul(seed, 0x9e3779b9) + Math.imul(scan, 0x85ebca6b) + 1) >>> 0;
}
