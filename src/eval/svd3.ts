import type { Matrix3 } from './matrix3.js';

/** A = U diag(d) V^T with d descending and not negative. */
export interface Svd3 {
  readonly u: Matrix3;
  readonly d: readonly [number, number, number];
  readonly v: Matrix3;
}

/**
 * Singular value decomposition of a 3x3 matrix by one-sided Jacobi rotations (Hestenes): accurate
 * to rounding even for small singular values, and only + - * / sqrt, hence the same bits anywhere.
 */
export function svd3(a: Matrix3): Svd3 {
  const scale = scaleOf(a);
  const columns = [0, 1, 2].map((j) =>
    [a[j as 0], a[(3 + j) as 3], a[(6 + j) as 6]].map((x) => x * scale),
  );
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotated = false;
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      rotated = orthogonalise(columns, v, p, q) || rotated;
    }
    if (!rotated) break;
  }
  const order = [0, 1, 2].sort((i, j) => norm(columns[j]!) - norm(columns[i]!));
  const d = order.map((i) => norm(columns[i]!));
  const u = leftVectors(
    order.map((i) => columns[i]!),
    d,
  );
  return {
    u: fromColumns(u),
    d: [d[0]! / scale, d[1]! / scale, d[2]! / scale],
    v: fromColumns(order.map((i) => v[i]!)),
  };
}

/** A power of two, so that scaling is exact; fourth powers of scaled numbers neither vanish nor overflow. */
function scaleOf(a: Matrix3): number {
  const largest = Math.max(...a.map(Math.abs));
  let scale = 1;
  while (largest * scale > 2 ** 200) scale *= 2 ** -200;
  while (largest > 0 && largest * scale < 2 ** -200) scale *= 2 ** 200;
  return scale;
}

/** Rotates columns p and q (and those of v) so that they become orthogonal. */
function orthogonalise(columns: number[][], v: number[][], p: number, q: number): boolean {
  const a = columns[p]!;
  const b = columns[q]!;
  const alpha = dot(a, a);
  const beta = dot(b, b);
  const gamma = dot(a, b);
  if (gamma === 0 || Math.abs(gamma) <= 1e-16 * Math.sqrt(alpha * beta)) return false;
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = c * t;
  for (const [x, y] of [
    [a, b],
    [v[p]!, v[q]!],
  ] as const) {
    for (let i = 0; i < 3; i++) {
      const xi = x[i]!;
      x[i] = c * xi - s * y[i]!;
      y[i] = s * xi + c * y[i]!;
    }
  }
  return true;
}

/**
 * Normalised columns; if a singular value vanishes, any completion to an orthonormal basis.
 */
function leftVectors(columns: number[][], d: number[]): number[][] {
  const tiny = d[0]! * 1e-15;
  const unit = (c: number[], n: number): number[] => [c[0]! / n, c[1]! / n, c[2]! / n];
  const first = d[0]! > 0 ? unit(columns[0]!, d[0]!) : [1, 0, 0];
  const second = d[1]! > tiny ? unit(columns[1]!, d[1]!) : perpendicular(first);
  const third = d[2]! > tiny ? unit(columns[2]!, d[2]!) : cross(first, second);
  return [first, second, third];
}

function perpendicular(a: number[]): number[] {
  const candidate = Math.abs(a[0]!) < 0.6 ? cross(a, [1, 0, 0]) : cross(a, [0, 1, 0]);
  const n = norm(candidate);
  return candidate.map((x) => x / n);
}

function cross(a: number[], b: number[]): number[] {
  return [
    a[1]! * b[2]! - a[2]! * b[1]!,
    a[2]! * b[0]! - a[0]! * b[2]!,
    a[0]! * b[1]! - a[1]! * b[0]!,
  ];
}

function dot(a: number[], b: number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}

function norm(a: number[]): number {
  return Math.sqrt(dot(a, a));
}

function fromColumns(c: number[][]): Matrix3 {
  const [p, q, r] = c as [number[], number[], number[]];
  return [p[0]!, q[0]!, r[0]!, p[1]!, q[1]!, r[1]!, p[2]!, q[2]!, r[2]!];
}
