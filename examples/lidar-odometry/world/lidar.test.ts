import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shared } from '../shared_data.js';
import { circle, sinCos } from './angles.js';
import { HDL64, Lidar, type LidarScan } from './lidar.js';
import { centreLine, type PlanarPose } from './path.js';
import { readPlanarPath, referenceTown, scanSeed } from './reference_sequence.js';
import { buildTown, type TownObject } from './town.js';

const reference = shared('vectors/kiss-icp/synthetic_gt_kitti.txt.gz');
const ORIGIN: PlanarPose = { x: 0, y: 0, cos: 1, sin: 0 };

describe('angles', () => {
  it('are sine and cosine', () => {
    fc.assert(
      fc.property(fc.double({ min: -Math.PI / 4, max: Math.PI / 4, noNaN: true }), (a) => {
        const [s, c] = sinCos(a);
        expect(Math.abs(s - Math.sin(a))).toBeLessThan(2e-16);
        expect(Math.abs(c - Math.cos(a))).toBeLessThan(2e-16);
      }),
    );
    const { cos, sin } = circle(2048);
    for (let j = 0; j < 2048; j++) {
      expect(Math.abs(cos[j]! - Math.cos((2 * Math.PI * j) / 2048))).toBeLessThan(1e-15);
      expect(Math.abs(sin[j]! - Math.sin((2 * Math.PI * j) / 2048))).toBeLessThan(1e-15);
    }
  });
});

describe.skipIf(reference.missing)(
  'reference town (needs ../shared/vectors)',
  { timeout: 60_000 },
  () => {
    const path = reference.missing ? [] : readPlanarPath(reference.path);

    it('has the specified objects', () => {
      const town = buildTown(centreLine(path), 1);
      expect(town.length).toBe(2421);
      expect(town.filter((o) => o.kind === 'box').length).toBe(687);
      expect(town.filter((o) => o.porous).length).toBe(1050);
      expect([town[0]!.x, town[0]!.y]).toEqual([6.99056144851443, 18.859761296839267]);
    });

    it('gives the specified rolling scans, bit for bit', () => {
      const lidar = referenceTown(path);
      const hash = createHash('sha256');
      for (let k = 0; k < 30; k++) {
        const from = path[Math.max(0, k - 1)]!;
        const { xyz, times } = lidar.rolling(from, path[k]!, scanSeed(1, k));
        const rows = new Float32Array(4 * times.length);
        for (let i = 0; i < times.length; i++) {
          rows.set(xyz.subarray(3 * i, 3 * i + 3), 4 * i);
          rows[4 * i + 3] = times[i]!;
        }
        hash.update(new Uint8Array(rows.buffer));
      }
      expect(hash.digest('hex')).toBe(
        '07c2a6c6b9c4cd484c41d45cdaa7b943cdd93d3f583b3958cc9c19bd96e5f34d',
      );
    });
  },
);

describe('lidar', () => {
  const quiet = { ...HDL64, rangeNoise: 0, lost: 0, columns: 64 };
  const wall: TownObject = {
    kind: 'box',
    porous: false,
    x: 11,
    y: 0,
    axisX: 1,
    axisY: 0,
    halfX: 1,
    halfY: 30,
    z0: 0,
    z1: 3,
  };

  function points({ xyz }: LidarScan): number[][] {
    return Array.from({ length: xyz.length / 3 }, (_, i) => [...xyz.subarray(3 * i, 3 * i + 3)]);
  }

  it('sees the flat ground at sensor height', () => {
    const scan = points(new Lidar([], quiet).snapshot(ORIGIN, 1));
    expect(scan.length).toBeGreaterThan(1000);
    for (const [, , z] of scan) expect(Math.abs(z! + 1.73)).toBeLessThan(1e-3);
  });

  it('sees the front of a wall and nothing behind it', () => {
    const scan = points(new Lidar([wall], quiet).snapshot(ORIGIN, 1));
    const front = scan.filter(([x, y]) => x! > 0 && Math.abs(y!) < 5);
    expect(front.some(([x]) => Math.abs(x! - 10) < 2e-3)).toBe(true);
    expect(front.every(([x]) => x! < 10.002)).toBe(true);
  });

  it('turns and moves with the vehicle', () => {
    // Seen from (10, 20) looking along +y, a wall at world y = 30 is 10 m ahead.
    const turned = { ...wall, x: 10, y: 31, axisX: 0, axisY: 1 };
    const pose = { x: 10, y: 20, cos: 0, sin: 1 };
    const there = new Lidar([turned], quiet).snapshot(pose, 1);
    expect(points(there)).toEqual(points(new Lidar([wall], quiet).snapshot(ORIGIN, 1)));
  });

  it('keeps porous returns inside, and all ranges within the limits', () => {
    const bush = { ...wall, kind: 'cylinder', porous: true, halfX: 2, halfY: 2, z1: 4 } as const;
    const scan = points(new Lidar([bush], quiet).snapshot(ORIGIN, 5));
    const inside = scan.filter(([, , z]) => z! > -1.72);
    expect(inside.length).toBeGreaterThan(10);
    for (const [x, y] of inside) expect(Math.hypot(x! - 11, y!)).toBeLessThan(2.002);
    for (const p of scan) {
      expect(Math.hypot(...p)).toBeLessThan(80.01);
      expect(Math.hypot(...p)).toBeGreaterThan(2.49);
    }
  });

  it('depends on the seed and on nothing else', () => {
    const town = buildTown(centreLine([ORIGIN, { x: 200, y: 30 }]), 7);
    const scan = () => new Lidar(town).rolling(ORIGIN, { ...ORIGIN, x: 1 }, 3);
    const a = scan();
    expect(a).toEqual(scan());
    expect(a.times.length).toBe(a.xyz.length / 3);
    expect(a.xyz).not.toEqual(new Lidar(town).rolling(ORIGIN, { ...ORIGIN, x: 1 }, 4).xyz);
  });
});
