import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shared } from '../shared_data.js';
import { AdaptiveThreshold } from './adaptive_threshold.js';
import { Points, voxelHash } from './points.js';
import { exp, log, Pose, type Twist } from './pose.js';
import { Deskew, filterRange } from './preprocessing.js';
import { Icp } from './registration.js';
import { VoxelGrid } from './voxel_grid.js';
import { VoxelHashMap } from './voxel_hash_map.js';

type Vec3 = [number, number, number];

interface PoseVector {
  q_xyzw: [number, number, number, number];
  t: Vec3;
}

interface MicroVectors {
  voxel: { p: Vec3; vs: number; v: Vec3; hash: number }[];
  downsample: { points: Vec3[] } & Record<string, Vec3[]>;
  se3: {
    twist: Twist;
    exp: PoseVector;
    log: number[];
    inv: PoseVector;
    sq: PoseVector;
    act_123: Vec3;
  }[];
  deskew: {
    max_range: number;
    min_range: number;
    relative_motion_twist: Twist;
    points: Vec3[];
    timestamps: number[];
    out: Vec3[];
  };
  threshold: {
    initial: number;
    min_motion: number;
    max_range: number;
    steps: { deviation: PoseVector; sigma_after: number; samples: number }[];
  };
  map: {
    voxel_size: number;
    max_points_per_voxel: number;
    points: Vec3[];
    voxels: number;
    stored: number;
    nn: { q: Vec3; n: Vec3; d: number }[];
    icp_source: Vec3[];
    icp_iters_1: PoseVector;
    icp_iters_2: PoseVector;
    icp_iters_500: PoseVector;
    voxels_after_remove_95_0_0: number;
  };
}

const file = shared('vectors/kiss-icp/micro_vectors.json');
const TOLERANCE = 1e-12;

function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    expect(Math.abs(actual[i]! - expected[i]!)).toBeLessThanOrEqual(TOLERANCE);
  }
}

function expectPose(actual: Pose, expected: PoseVector): void {
  expectClose([actual.qx, actual.qy, actual.qz, actual.qw], expected.q_xyzw);
  expectClose([actual.tx, actual.ty, actual.tz], expected.t);
}

function expectPoints(actual: Points, expected: Vec3[]): void {
  expectClose(actual.xyz.subarray(0, 3 * actual.count), expected.flat());
}

describe.skipIf(file.missing)('micro vectors (need ../shared/vectors/kiss-icp)', () => {
  const vectors = file.missing
    ? ({} as MicroVectors)
    : (JSON.parse(readFileSync(file.path, 'utf8')) as MicroVectors);

  it('voxels and their hashes', () => {
    for (const { p, vs, v, hash } of vectors.voxel) {
      expect(p.map((x) => Math.floor(x / vs))).toEqual(v);
      expect(voxelHash(...v) >>> 0).toBe(hash);
    }
  });

  it('down-sampling, point for point', () => {
    const { points, ...expected } = vectors.downsample;
    const grid = new VoxelGrid();
    for (const size of [0.5, 1.5, 4]) {
      const out = new Points();
      grid.downsample(Points.from(points), size, out);
      expectPoints(out, expected[`out_${size}`]!);
    }
    const half = new Points();
    const twice = new Points();
    grid.downsample(Points.from(points), 0.5, half);
    grid.downsample(half, 1.5, twice);
    expectPoints(twice, expected['out_0.5_then_1.5']!);
  });

  it('rigid motions', () => {
    for (const c of vectors.se3) {
      const pose = exp(c.twist);
      expectPose(pose, c.exp);
      expectClose(log(pose), c.log);
      expectPose(pose.inverse(), c.inv);
      expectPose(pose.times(pose), c.sq);
      expectClose(pose.apply(1, 2, 3), c.act_123);
    }
  });

  it('deskewing and range filter', () => {
    const { points, timestamps, relative_motion_twist, min_range, max_range, out } = vectors.deskew;
    const scan = Points.from(points);
    new Deskew().apply(scan, timestamps, relative_motion_twist);
    filterRange(scan, min_range, max_range);
    expectPoints(scan, out);
  });

  it('adaptive threshold', () => {
    const { initial, min_motion, max_range, steps } = vectors.threshold;
    const threshold = new AdaptiveThreshold(initial, min_motion, max_range);
    for (const { deviation, sigma_after, samples } of steps) {
      threshold.update(new Pose(...deviation.q_xyzw, ...deviation.t));
      expectClose([threshold.value], [sigma_after]);
      expect(threshold.samples).toBe(samples);
    }
  });

  it('map and registration', () => {
    const c = vectors.map;
    const map = new VoxelHashMap(c.voxel_size, 100, c.max_points_per_voxel);
    const points = Points.from(c.points);
    map.addPoints(points.xyz, points.count);
    expect([map.voxelCount, map.pointCount]).toEqual([c.voxels, c.stored]);
    for (const { q, n, d } of c.nn) {
      map.findNearest(...q, Number.POSITIVE_INFINITY);
      // The vectors write -1 where no voxel around q holds a point.
      if (d < 0) {
        expect(map.nearest.index).toBe(-1);
        continue;
      }
      expectClose(map.xyz.subarray(map.nearest.index, map.nearest.index + 3), n);
      expectClose([Math.sqrt(map.nearest.squared)], [d]);
    }
    for (const iterations of [1, 2, 500] as const) {
      const icp = new Icp(iterations, 1e-4);
      const { pose } = icp.align(Points.from(c.icp_source), map, Pose.identity, 3, 1);
      expectPose(pose, c[`icp_iters_${iterations}`]);
    }
    map.removeFarFrom(95, 0, 0);
    expect(map.voxelCount).toBe(c.voxels_after_remove_95_0_0);
  });
});
