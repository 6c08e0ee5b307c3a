import { conjugate, multiply, normalize, type Quaternion } from '../geometry/pose.js';
import type { Vector } from '../geometry/vector.js';

/**
 * The rates that turn a body towards three axes: twice the vector part of the quaternion that leads there by the
 * shorter way, times the gains.
 *
 * @param axes - the directions that its x, y and z axes are to have
 */
export function attitudeRates(
  turned: Quaternion,
  axes: readonly [Vector, Vector, Vector],
  gains: readonly [number, number, number],
): Vector {
  const [w, x, y, z] = multiply(conjugate(turned), quaternionOfAxes(axes));
  const sign = w < 0 ? -2 : 2;
  return [sign * x * gains[0], sign * y * gains[1], sign * z * gains[2]];
}

/** The rotation whose columns are these. */
function quaternionOfAxes([a, b, c]: readonly [Vector, Vector, Vector]): Quaternion {
  const trace = a[0] + b[1] + c[2];
  if (trace > 0) return normalize([1 + trace, b[2] - c[1], c[0] - a[2], a[1] - b[0]]);
  if (a[0] >= b[1] && a[0] >= c[2]) {
    return normalize([b[2] - c[1], 1 + a[0] - b[1] - c[2], b[0] + a[1], c[0] + a[2]]);
  }
  if (b[1] >= c[2]) {
    return normalize([c[0] - a[2], b[0] + a[1], 1 + b[1] - a[0] - c[2], c[1] + b[2]]);
  }
  return normalize([a[1] - b[0], c[0] + a[2], c[1] + b[2], 1 + c[2] - a[0] - b[1]]);
}
