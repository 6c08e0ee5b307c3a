import type { Transform } from './kitti_sequence.js';

export interface Quaternion {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** `a` after `b`. Sums in a fixed order, so that the result is the same on every machine. */
export function compose(a: Transform, b: Transform): Transform {
  const result: number[] = [];
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[4 * row + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * row + k]! * b[4 * k + column]!;
      result.push(sum);
    }
  }
  return result;
}

/** The inverse of a rigid transform: transposed rotation. */
export function invert(t: Transform): Transform {
  const result: number[] = [];
  for (let row = 0; row < 3; row++) {
    let shift = 0;
    for (let k = 0; k < 3; k++) shift -= t[4 * k + row]! * t[4 * k + 3]!;
    result.push(t[row]!, t[4 + row]!, t[8 + row]!, shift);
  }
  return result;
}

/**
 * The unit quaternion of the rotation (Shepperd's method: the largest of the four components is
 * computed first), with w >= 0. Uses nothing but arithmetic and the exactly rounded square root.
 */
export function quaternionOf(t: Transform): Quaternion {
  const m = (row: number, column: number) => t[4 * row + column]!;
  const trace = m(0, 0) + m(1, 1) + m(2, 2);
  let q: [number, number, number, number];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    q = [(m(2, 1) - m(1, 2)) / s, (m(0, 2) - m(2, 0)) / s, (m(1, 0) - m(0, 1)) / s, s / 4];
  } else if (m(0, 0) > m(1, 1) && m(0, 0) > m(2, 2)) {
    const s = 2 * Math.sqrt(1 + m(0, 0) - m(1, 1) - m(2, 2));
    q = [s / 4, (m(0, 1) + m(1, 0)) / s, (m(0, 2) + m(2, 0)) / s, (m(2, 1) - m(1, 2)) / s];
  } else if (m(1, 1) > m(2, 2)) {
    const s = 2 * Math.sqrt(1 + m(1, 1) - m(0, 0) - m(2, 2));
    q = [(m(0, 1) + m(1, 0)) / s, s / 4, (m(1, 2) + m(2, 1)) / s, (m(0, 2) - m(2, 0)) / s];
  } else {
    const s = 2 * Math.sqrt(1 + m(2, 2) - m(0, 0) - m(1, 1));
    q = [(m(0, 2) + m(2, 0)) / s, (m(1, 2) + m(2, 1)) / s, s / 4, (m(1, 0) - m(0, 1)) / s];
  }
  const norm = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const scale = (q[3] < 0 ? -1 : 1) / norm;
  return { x: q[0] * scale, y: q[1] * scale, z: q[2] * scale, w: q[3] * scale };
}
