import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { exp, type Twist } from '../kiss_icp/pose.js';
import { shared } from '../shared_data.js';
import { correctKittiScan, readKittiTrajectory, readScan } from './kitti.js';

const folder = mkdtempSync(join(tmpdir(), 'kitti-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: Uint8Array | string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('KITTI scans', () => {
  it('are read from .bin and .bin.gz, without intensity', () => {
    const bytes = new Uint8Array(Float32Array.of(1, 2, 3, 0.5, -4, 5.5, 6, 0.1).buffer);
    const expected = Float32Array.of(1, 2, 3, -4, 5.5, 6);
    expect(readScan(write('a.bin', bytes))).toEqual(expected);
    expect(readScan(write('a.bin.gz', gzipSync(bytes)))).toEqual(expected);
    expect(() => readScan(write('b.bin', bytes.subarray(1)))).toThrow('b.bin');
    expect(() => readScan(write('c.ks3.br', brotliCompressSync(bytes)))).toThrow('no KS3 scan');
  });

  it('are turned by 0.205 degrees upwards or downwards, keeping the range', () => {
    const coordinate = fc.float({ min: 1, max: 80, noNaN: true });
    fc.assert(
      fc.property(coordinate, coordinate, coordinate, (x, y, z) => {
        const turned = correctKittiScan(Float32Array.of(x, y, z));
        const elevation = (p: ArrayLike<number>) => Math.atan2(p[2]!, Math.hypot(p[0]!, p[1]!));
        const angle = elevation(turned) - elevation([x, y, z]);
        expect(Math.abs(Math.abs((angle * 180) / Math.PI) - 0.205)).toBeLessThan(1e-9);
        expect(Math.abs(Math.hypot(...turned) / Math.hypot(x, y, z) - 1)).toBeLessThan(1e-12);
      }),
    );
  });

  const scans = shared('data/kitti_raw_0001/scans');
  const slow = { timeout: 120_000 };
  it.skipIf(scans.missing)(
    'KS3 files decode to the known bytes (needs ../shared/data)',
    slow,
    () => {
      const hash = createHash('sha256');
      let points = 0;
      for (const name of readdirSync(scans.path).sort()) {
        const scan = readScan(join(scans.path, name));
        points += scan.length / 3;
        hash.update(new Uint8Array(scan.buffer));
      }
      expect(points).toBe(13_178_862);
      expect(hash.digest('hex')).toBe(
        'f879689f51e50acd3302541ce9d5539fcb9c1fbeee77629e3164257e70516957',
      );
    },
  );
});

describe('KITTI trajectories', () => {
  it('give back the poses whose matrices were written', () => {
    const value = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(value, value, value, value, value, value), (twist) => {
        const pose = exp(twist as Twist);
        const origin = pose.apply(0, 0, 0);
        const columns = [pose.apply(1, 0, 0), pose.apply(0, 1, 0), pose.apply(0, 0, 1)];
        const rows = [0, 1, 2].map((r) =>
          [...columns.map((c) => c[r]! - origin[r]!), origin[r]!].join(' '),
        );
        const [back] = readKittiTrajectory(write('poses.txt', `${rows.join(' ')}\n`));
        const expected = pose.apply(3, -2, 1);
        for (const [i, x] of back!.apply(3, -2, 1).entries()) {
          expect(Math.abs(x - expected[i]!)).toBeLessThan(1e-9);
        }
      }),
      { numRuns: 50 },
    );
    expect(() => readKittiTrajectory(write('bad.txt', '1 2 3\n'))).toThrow('bad.txt:1');
  });
});
