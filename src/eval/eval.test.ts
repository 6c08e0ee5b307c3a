import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CurvesFigure } from '../report/index.js';
import {
  ape,
  associate,
  evaluationFigures,
  evaluationReport,
  parseTrajectory,
  plotSvg,
  rpe,
  Trajectory,
  writeKitti,
  writeTum,
} from './index.js';

/** A drive along a helix, one pose per 0.1 s. */
function helix(
  count: number,
  change: (i: number) => Partial<{ z: number; stamp: number }> = () => ({}),
): Trajectory {
  return Trajectory.fromPoses(
    Array.from({ length: count }, (_, i) => {
      const a = i / 10;
      const { z = a / 5, stamp = i / 10 } = change(i);
      return {
        stamp,
        position: { x: 10 * Math.cos(a), y: 10 * Math.sin(a), z },
        orientation: { x: 0, y: 0, z: Math.sin(a / 2), w: Math.cos(a / 2) },
      };
    }),
    'helix',
  );
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'no error';
}

describe('trajectory files', () => {
  it('reads back what it writes', () => {
    const original = helix(20);
    const tum = parseTrajectory(writeTum(original), 'tum');
    expect(Array.from(tum.stamps!)).toEqual(Array.from(original.stamps!));
    expect(ape(original, tum, { relation: 'full' }).statistics.max).toBeLessThan(1e-14);
    const kitti = parseTrajectory(writeKitti(original), 'kitti');
    expect(kitti.stamps).toBeUndefined();
    expect(kitti.poses).toEqual(original.poses);
  });

  it('accepts comments, commas and empty lines', () => {
    const t = parseTrajectory('# stamp x y z\n\n1,2,3,4,0,0,0,1\r\n2 2 3 4 0 0 0 2\n', 'x');
    expect(t.length).toBe(2);
    expect(t.poses[1]!.rotation).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  it.each([
    ['', 1],
    ['1 2 3', 1],
    ['0 0 0 0 0 0 0 1\n1 2 3', 2],
    ['0 0 0 0 0 0 0 1\n# c\n0 0 0 zero 0 0 0 1', 3],
    ['0 0 0 0 0 0 0 0', 1],
    ['nan 0 0 0 0 0 0 1', 1],
  ])('reports the line of bad text %j', (text, line) => {
    expect(() => parseTrajectory(text, 'bad.txt')).toThrow(
      expect.objectContaining({
        code: 'ORR_EVAL_TRAJECTORY_FILE',
        place: { file: 'bad.txt', line },
      }),
    );
  });

  it('says that a file is empty', () => {
    expect(() => parseTrajectory('', 'empty.txt')).toThrow('empty.txt is empty');
    expect(() => parseTrajectory('# stamp x\n', 'c.txt')).toThrow('holds no pose, only comments');
  });

  it('fails only with its own error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['no error', 'ORR_EVAL_TRAJECTORY_FILE']).toContain(
          codeOf(() => parseTrajectory(text, 'fuzz')),
        );
      }),
    );
  });
});

describe('association', () => {
  it('finds the nearest stamp within the limit, whatever the order of the file', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 30 }),
        (a, b) => {
          const [short, long] = a.length <= b.length ? [a, b] : [b, a];
          const estimate = helix(short.length, (i) => ({ stamp: short[i]! }));
          const reference = helix(long.length, (i) => ({ stamp: long[i]! }));
          const expected = short.flatMap((t) => {
            const best = long.reduce(
              (k, u, j) => (Math.abs(u - t) < Math.abs(long[k]! - t) ? j : k),
              0,
            );
            return Math.abs(long[best]! - t) <= 2 ? [[t, reference.poses[best]!]] : [];
          });
          if (expected.length === 0) return;
          const result = associate(reference, estimate, { maxTimeDifference: 2 });
          expect(Array.from(result.estimate.stamps!)).toEqual(expected.map(([t]) => t));
          expect(result.reference.poses).toEqual(expected.map(([, pose]) => pose));
        },
      ),
    );
  });

  it('applies the offset to the estimate', () => {
    const late = helix(50, (i) => ({ stamp: i / 10 + 3 }));
    expect(ape(helix(50), late, { timeOffset: -3 }).statistics.max).toBe(0);
    expect(codeOf(() => ape(helix(50), late, { timeOffset: 300 }))).toBe('ORR_EVAL_NO_ASSOCIATION');
  });

  it('requires equal lengths if there are no stamps', () => {
    const timeless = new Trajectory(helix(5).poses, undefined);
    expect(codeOf(() => ape(helix(6), timeless))).toBe('ORR_EVAL_LENGTH');
  });
});

describe('rpe', () => {
  it('counts a single jump once', () => {
    const jumped = helix(100, (i) => ({ z: i / 50 + (i < 60 ? 0 : 1) }));
    const { errors, statistics } = rpe(helix(100), jumped);
    expect(errors.length).toBe(99);
    expect(Math.abs(statistics.max - 1)).toBeLessThan(1e-12);
    expect(Array.from(errors).filter((e) => e > 1e-9)).toHaveLength(1);
  });

  it('takes pairs by angle', () => {
    const all = rpe(helix(100), helix(100), { delta: 30, deltaUnit: 'degrees', allPairs: true });
    expect(all.errors.length).toBeGreaterThan(80);
    const some = rpe(helix(100), helix(100), { delta: Math.PI / 6, deltaUnit: 'radians' });
    expect(some.poseIndices.slice(0, 3)).toEqual([6, 12, 18]);
  });

  it('refuses impossible deltas and empty choices', () => {
    expect(codeOf(() => rpe(helix(5), helix(5), { delta: 0 }))).toBe('ORR_EVAL_DELTA');
    expect(codeOf(() => rpe(helix(5), helix(5), { delta: 1.5 }))).toBe('ORR_EVAL_DELTA');
    expect(codeOf(() => rpe(helix(5), helix(5), { delta: 5 }))).toBe('ORR_EVAL_NO_PAIRS');
  });
});

describe('plotSvg', () => {
  it('draws a well-formed picture without NaN, also for one pose and for zero error', () => {
    for (const count of [1, 2, 50]) {
      const svg = plotSvg(ape(helix(count), helix(count)));
      expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
      expect(svg).not.toContain('NaN');
      expect(svg).not.toContain('Infinity');
    }
  });

  it('terminates and draws only finite numbers, whatever the positions and spans', () => {
    const coordinate = fc.oneof(
      fc.double(),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.constantFrom(0, 5e-324, 1e308, -1e308, Number.POSITIVE_INFINITY, Number.NaN, 5_412_345.25),
      fc.double({ min: 5_412_345.25, max: 5_412_345.250_000_01, noNaN: true }),
    );
    const path = fc.array(fc.tuple(coordinate, coordinate, coordinate), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(path, coordinate, (positions, shift) => {
        const at = (by: number) =>
          Trajectory.fromPoses(
            positions.map(([x, y, z], stamp) => ({
              stamp,
              position: { x: x + by, y, z },
              orientation: { x: 0, y: 0, z: 0, w: 1 },
            })),
          );
        const svg = plotSvg(ape(at(0), at(shift)));
        const attributes = [...svg.matchAll(/="([^"]*)"/g)].map(([, text]) => text);
        expect(attributes.join(' ')).not.toMatch(/NaN|Infinity/);
        expect(svg.length).toBeLessThan(40_000);
      }),
      { numRuns: 300 },
    );
  });

  it('says what it cannot draw', () => {
    const nowhere = Trajectory.fromPoses([
      {
        stamp: 0,
        position: { x: Number.POSITIVE_INFINITY, y: 0, z: 0 },
        orientation: { x: 0, y: 0, z: 0, w: 1 },
      },
    ]);
    expect(plotSvg(ape(nowhere, nowhere))).toContain('nothing to draw');
  });

  it('distinguishes neighbouring labels far from the origin', () => {
    const utm = helix(50).map((pose) => {
      const [x, y, z] = pose.translation;
      return { ...pose, translation: [x / 100 + 691_608.5, y / 100 + 5_336_123.25, z] };
    });
    const labels = [...plotSvg(ape(utm, utm)).matchAll(/text-anchor="end"[^>]*>([\d.-]+)</g)]
      .map(([, text]) => text)
      .filter((text) => text?.startsWith('5336'));
    expect(labels.length).toBeGreaterThan(2);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('fills its panel even if the error is constant', () => {
    for (const shift of [1e-6, 0.0007, 0.3, 1, 20_000]) {
      const moved = helix(20).map((pose) => {
        const [x, y, z] = pose.translation;
        return { ...pose, translation: [x + shift, y, z] };
      });
      const [, figure] = evaluationFigures(ape(helix(20), moved));
      const { y, curves } = figure as CurvesFigure;
      const share = Math.max(...curves[0]!.y) / y.to;
      expect(share).toBeCloseTo(1 / 1.05, 6);
    }
  });

  it('is shown in a report with its figures', () => {
    const report = evaluationReport(ape(helix(5), helix(5)), { plane: 'xz' });
    expect(report.tables[0]?.rows.map(([name]) => name)).toContain('rmse');
    expect(report.figures.map(({ x }) => x.label)).toEqual(['x', 'time']);
  });

  it('escapes names', () => {
    const t = new Trajectory(helix(3).poses, undefined, '<a & "b">');
    expect(plotSvg(ape(t, t))).toContain('&lt;a &amp; &quot;b&quot;&gt;');
  });
});
