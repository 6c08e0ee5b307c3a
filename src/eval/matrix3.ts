/** A 3x3 matrix, row by row. */
export type Matrix3 = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

export type Vector3 = readonly [number, number, number];

/** Makes a matrix of nine numbers, row by row. */
export function matrix3(values: readonly number[]): Matrix3 {
  if (values.length !== 9) throw new RangeError(`A matrix has 9 numbers, not ${values.length}.`);
  return values as Matrix3;
}

export const IDENTITY3: Matrix3 = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function multiply(a: Matrix3, b: Matrix3): Matrix3 {
  const e = (i: 0 | 3 | 6, j: 0 | 1 | 2): number =>
    a[i] * b[j] + a[(i + 1) as 1] * b[(3 + j) as 3] + a[(i + 2) as 2] * b[(6 + j) as 6];
  return [e(0, 0), e(0, 1), e(0, 2), e(3, 0), e(3, 1), e(3, 2), e(6, 0), e(6, 1), e(6, 2)];
}

export function transpose(m: Matrix3): Matrix3 {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

export function apply(m: Matrix3, v: Vector3): Vector3 {
  return [
    m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
    m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
    m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
  ];
}

export function determinant(m: Matrix3): number {
  return (
    m[0] * (m[4] * m[8] - m[5] * m[7]) -
    m[1] * (m[3] * m[8] - m[5] * m[6]) +
    m[2] * (m[3] * m[7] - m[4] * m[6])
  );
}

/** A rotation (not re-orthonormalised) and a translation. */
export interface Rigid {
  readonly rotation: Matrix3;
  readonly translation: Vector3;
}

/** The transform that applies `b` first, then `a`. */
export function compose(a: Rigid, b: Rigid): Rigid {
  const t = apply(a.rotation, b.translation);
  return {
    rotation: multiply(a.rotation, b.rotation),
    translation: [t[0] + a.translation[0], t[1] + a.translation[1], t[2] + a.translation[2]],
  };
}

/**
 * Inverse as (R^T, -R^T t). For rotations written with few digits this differs from the general
 * matrix inverse in the digits that papers print; evo uses this one.
 */
export function invert(pose: Rigid): Rigid {
  const rotation = transpose(pose.rotation);
  const t = apply(rotation, pose.translation);
  return { rotation, translation: [-t[0], -t[1], -t[2]] };
}
