import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { umeyama } from './align.js';
import { apply, determinant, matrix3, multiply, transpose, type Vector3 } from './matrix3.js';
import { svd3 } from './svd3.js';
import { quaternionOfRotation, rotationOfQuaternion } from './trajectory.js';

const number = fc.double({ min: -100, max: 100, noNaN: true });
/** Matrices of every magnitude, from where numbers lose digits to where their squares overflow. */
const matrix = fc
  .tuple(
    fc.array(number, { minLength: 9, maxLength: 9 }),
    fc.constantFrom(1, 1e-6, 1e-80, 1e-160, 1e-310, 1e160, 1e300),
  )
  .map(([a, magnitude]) => matrix3(a.map((x) => x * magnitude)));
const vector = fc.tuple(number, number, number);
const rotation = fc
  .tuple(number, number, number, number)
  .filter((q) => Math.hypot(...q) > 1e-3)
  .map((q) => rotationOfQuaternion(...q));

function expectEqual(a: readonly number[], b: readonly number[], tolerance: number): void {
  for (const [i, x] of a.entries()) expect(Math.abs(x - b[i]!)).toBeLessThanOrEqual(tolerance);
}

describe('svd3', () => {
  it('rebuilds every matrix from orthonormal factors and descending values', () => {
    fc.assert(
      fc.property(matrix, (a) => {
        const { u, d, v } = svd3(a);
        const ud = matrix3(u.map((x, i) => x * d[(i % 3) as 0]));
        expectEqual(multiply(ud, transpose(v)), a, 1e-12 * d[0] + 20 * Number.MIN_VALUE);
        const one = [1, 0, 0, 0, 1, 0, 0, 0, 1];
        expectEqual(multiply(transpose(v), v), one, 1e-12);
        expectEqual(multiply(transpose(u), u), one, 1e-6);
        expect(d[0] >= d[1] && d[1] >= d[2] && d[2] >= 0).toBe(true);
      }),
    );
  });

  it('completes the basis of singular matrices', () => {
    const { u, d } = svd3([1, 2, 3, 2, 4, 6, 3, 6, 9]);
    expect(d[1]).toBeLessThan(1e-14);
    expect(Math.abs(Math.abs(determinant(u)) - 1)).toBeLessThan(1e-14);
    expect(svd3([0, 0, 0, 0, 0, 0, 0, 0, 0]).d).toEqual([0, 0, 0]);
  });
});

describe('umeyama', () => {
  it('finds the similarity that was applied', () => {
    const corners: Vector3[] = [
      [0, 0, 0],
      [10, 0, 0],
      [0, 7, 0],
      [0, 0, 3],
    ];
    fc.assert(
      fc.property(
        fc.array(vector, { maxLength: 20 }),
        rotation,
        vector,
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (more, r, t, s) => {
          const from = [...corners, ...more];
          const to = from.map((p): Vector3 => {
            const q = apply(r, p);
            return [s * q[0] + t[0], s * q[1] + t[1], s * q[2] + t[2]];
          });
          const fit = umeyama(from, to, true);
          expectEqual(fit.rotation, r, 1e-9);
          expectEqual(fit.translation, t, 1e-6);
          expect(Math.abs(fit.scale - s)).toBeLessThan(1e-9 * s);
        },
      ),
    );
  });

  it('returns a rotation, not a reflection, for a flat trajectory', () => {
    const flat: Vector3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [3, 5, 0],
    ];
    const { rotation: r } = umeyama(flat, flat, false);
    expectEqual(r, [1, 0, 0, 0, 1, 0, 0, 0, 1], 1e-12);
    expect(determinant(r)).toBeGreaterThan(0);
  });

  it('refuses points on one line', () => {
    const line: Vector3[] = [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
    ];
    expect(() => umeyama(line, line, false)).toThrow(
      expect.objectContaining({ code: 'ORR_EVAL_DEGENERATE' }),
    );
  });
});

describe('quaternionOfRotation', () => {
  it('returns the rotation that made the matrix', () => {
    fc.assert(
      fc.property(rotation, (r) => {
        expectEqual(rotationOfQuaternion(...quaternionOfRotation(r)), r, 1e-12);
      }),
    );
  });
});
