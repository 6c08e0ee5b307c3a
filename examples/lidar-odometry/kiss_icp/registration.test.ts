import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solve6 } from './normal_equations.js';
import { Points } from './points.js';
import { exp, log, Pose, type Twist, transformPoints } from './pose.js';
import { Icp } from './registration.js';
import { VoxelGrid } from './voxel_grid.js';
import { VoxelHashMap } from './voxel_hash_map.js';

// Uniform, because special values make ties, which the two ways of searching break differently.
const coordinate = fc.noBias(fc.integer({ min: -6e8, max: 6e8 })).map((n) => n / 1e8);
const point = fc.tuple(coordinate, coordinate, coordinate);
const cloud = fc.array(point, { minLength: 1, maxLength: 300 });
const small = fc.double({ min: -0.2, max: 0.2, noNaN: true });
const twist = fc.tuple(small, small, small, small, small, small);

function mapOf(points: [number, number, number][]): VoxelHashMap {
  const map = new VoxelHashMap(1, 100, 20);
  const { xyz, count } = Points.from(points);
  map.addPoints(xyz, count);
  return map;
}

/** Nearest map point among the 27 voxels around q, by looking at all points of the map. */
function bruteForce(points: Float64Array, q: number[]): { squared: number; point: number[] } {
  let squared = Number.POSITIVE_INFINITY;
  let point: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    const p = [points[i]!, points[i + 1]!, points[i + 2]!];
    const near = p.every((x, a) => Math.abs(Math.floor(x) - Math.floor(q[a]!)) <= 1);
    const [dx, dy, dz] = p.map((x, a) => x - q[a]!) as [number, number, number];
    const d = dx * dx + dy * dy + dz * dz;
    if (near && d < squared) {
      squared = d;
      point = p;
    }
  }
  return { squared, point };
}

describe('VoxelHashMap', () => {
  it('finds what looking at every point finds', () => {
    fc.assert(
      fc.property(cloud, fc.array(point, { minLength: 1, maxLength: 20 }), (points, queries) => {
        const map = mapOf(points);
        const all = map.copyPoints();
        for (const q of queries) {
          map.findNearest(...q, Number.POSITIVE_INFINITY);
          expect(map.nearest.squared).toBe(bruteForce(all, q).squared);
        }
      }),
    );
  });

  it('keeps its counts and its keys through removal and growth', () => {
    const wide = fc.tuple(
      ...([0, 1, 2].map(() => fc.integer({ min: -3000, max: 3000 })) as [
        fc.Arbitrary<number>,
        fc.Arbitrary<number>,
        fc.Arbitrary<number>,
      ]),
    );
    fc.assert(
      fc.property(fc.array(wide, { maxLength: 60 }), wide, (points, from) => {
        const map = mapOf(points);
        map.removeFarFrom(...from);
        const rest = map.copyPoints();
        expect(rest.length).toBe(3 * map.pointCount);
        const again = new VoxelHashMap(1, 100, 20);
        again.addPoints(rest, rest.length / 3);
        expect(again.voxelCount).toBe(map.voxelCount);
        for (let i = 0; i < rest.length; i += 3) {
          map.findNearest(rest[i]!, rest[i + 1]!, rest[i + 2]!, 1);
          expect(map.nearest.squared).toBe(0);
        }
      }),
    );
    const many = new VoxelHashMap(1, 1e6, 20);
    const line = Float64Array.from({ length: 30_000 }, (_, i) => (i % 3 === 0 ? i : 0.5));
    many.addPoints(line, 10_000);
    expect([many.voxelCount, many.pointCount]).toEqual([10_000, 10_000]);
    many.removeFarFrom(-2e6, 0, 0);
    expect([many.voxelCount, many.pointCount]).toEqual([0, 0]);
  });
});

describe('VoxelGrid', () => {
  it('keeps the first point of every voxel and nothing else', () => {
    fc.assert(
      fc.property(cloud, (points) => {
        const first = new Map<string, number[]>();
        for (const p of points) {
          const key = p.map(Math.floor).join();
          if (!first.has(key)) first.set(key, p);
        }
        const out = new Points();
        new VoxelGrid().downsample(Points.from(points), 1, out);
        const kept = Array.from({ length: out.count }, (_, i) => [
          ...out.xyz.subarray(3 * i, 3 * i + 3),
        ]);
        const sort = (list: number[][]) => list.map((p) => p.join()).sort();
        expect(sort(kept)).toEqual(sort([...first.values()]));
      }),
    );
  });
});

/** ICP without any shortcut: every partner is searched among all points in every iteration. */
function plainIcp(source: Points, map: VoxelHashMap, guess: Pose, reach: number, k: number): Pose {
  const all = map.copyPoints();
  const moved = new Float64Array(3 * source.count);
  transformPoints(guess, source.xyz, moved, 0, source.count);
  let motion = Pose.identity;
  for (let iteration = 0; iteration < 500; iteration++) {
    const h = new Float64Array(36);
    const g = new Float64Array(6);
    const add = (row: number, column: number, value: number) => {
      h[6 * row + column] = h[6 * row + column]! + value;
    };
    const [W, m, Q] = [{ w: 0 }, [0, 0, 0], [0, 0, 0, 0, 0, 0]];
    for (let i = 0; i < source.count; i++) {
      const s = [moved[3 * i]!, moved[3 * i + 1]!, moved[3 * i + 2]!] as const;
      const { squared, point } = bruteForce(all, [...s]);
      if (!(Math.sqrt(squared) < reach)) continue;
      const [x, y, z] = s;
      const [r0, r1, r2] = [x - point[0]!, y - point[1]!, z - point[2]!];
      const d = k + (r0 * r0 + r1 * r1 + r2 * r2);
      const w = (k * k) / (d * d);
      W.w += w;
      const ws = [w * x, w * y, w * z] as const;
      for (let a = 0; a < 3; a++) m[a] = m[a]! + ws[a as 0];
      const products = [ws[0] * x, ws[0] * y, ws[0] * z, ws[1] * y, ws[1] * z, ws[2] * z];
      for (let a = 0; a < 6; a++) Q[a] = Q[a]! + products[a]!;
      const c = [ws[1] * r2 - ws[2] * r1, ws[2] * r0 - ws[0] * r2, ws[0] * r1 - ws[1] * r0];
      const gradient = [w * r0, w * r1, w * r2, ...c];
      for (let a = 0; a < 6; a++) g[a] = g[a]! + gradient[a]!;
    }
    for (let a = 0; a < 6; a++) g[a] = -g[a]!;
    const trace = Q[0]! + Q[3]! + Q[5]!;
    for (let a = 0; a < 3; a++) add(a, a, W.w);
    add(3, 1, -m[2]!);
    add(3, 2, m[1]!);
    add(4, 0, m[2]!);
    add(4, 2, -m[0]!);
    add(5, 0, -m[1]!);
    add(5, 1, m[0]!);
    add(3, 3, trace - Q[0]!);
    add(4, 3, -Q[1]!);
    add(4, 4, trace - Q[3]!);
    add(5, 3, -Q[2]!);
    add(5, 4, -Q[4]!);
    add(5, 5, trace - Q[5]!);
    solve6(h, g);
    const delta = exp([g[0]!, g[1]!, g[2]!, g[3]!, g[4]!, g[5]!]);
    transformPoints(delta, moved, moved, 0, source.count);
    motion = delta.times(motion);
    if (Math.sqrt(g.reduce((sum, x) => sum + x * x, 0)) < 1e-4) break;
  }
  return motion.times(guess);
}

describe('Icp', () => {
  it('gives the same bits as ICP without shortcuts', () => {
    fc.assert(
      fc.property(cloud, twist, fc.double({ min: 0.05, max: 2, noNaN: true }), (points, t, k) => {
        const map = mapOf(points);
        const source = Points.from(points.slice(0, 60));
        const guess = exp(t);
        const { pose } = new Icp(500, 1e-4).align(source, map, guess, 3 * k, k);
        expect(pose).toEqual(plainIcp(source, map, guess, 3 * k, k));
      }),
      { numRuns: 40 },
    );
  });

  it('returns the guess when nothing is in reach', () => {
    const map = mapOf([[0, 0, 0]]);
    const guess = exp([50, 0, 0, 0, 0, 0]);
    const result = new Icp(500, 1e-4).align(Points.from([[0, 0, 0]]), map, guess, 3, 1);
    expect(result.pose).toEqual(guess);
    expect([result.iterations, result.correspondences]).toEqual([1, 0]);
  });
});

describe('poses', () => {
  it('log undoes exp', () => {
    fc.assert(
      fc.property(twist, (t) => {
        const back = log(exp(t as Twist));
        for (const [i, x] of t.entries()) expect(Math.abs(back[i]! - x)).toBeLessThan(1e-9);
      }),
    );
  });
});
