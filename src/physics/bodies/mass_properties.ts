import type { Inertial } from '../description/description.js';
import { compose, normalize, type Pose, type Quaternion, rotate } from '../geometry/pose.js';
import { add, scale, subtract, type Vector, ZERO } from '../geometry/vector.js';

type Matrix = [Vector, Vector, Vector];

/** Mass properties of a rigid body: centre of mass, and moments about axes turned by `turned`. */
export interface MassProperties {
  readonly mass: number;
  readonly centre: Vector;
  readonly moments: Vector;
  readonly turned: Quaternion;
}

/** A link with mass, and where it is in the body that it is part of. */
export interface Part {
  readonly inertial: Inertial;
  readonly pose: Pose;
}

/** Links that are fixed to each other as one body (parallel axes). */
export function massPropertiesOf(parts: readonly Part[]): MassProperties {
  const placed = parts.map(({ inertial, pose }) => ({
    mass: inertial.mass,
    tensor: inertial.tensor,
    pose: compose(pose, inertial.pose),
  }));
  const mass = placed.reduce((sum, part) => sum + part.mass, 0);
  if (mass === 0) return { mass: 0, centre: ZERO, moments: ZERO, turned: [1, 0, 0, 0] };
  const centre = scale(
    placed.reduce<Vector>((sum, part) => add(sum, scale(part.pose.at, part.mass)), ZERO),
    1 / mass,
  );
  const total: number[][] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const part of placed) {
    const offset = subtract(part.pose.at, centre);
    const turned = turnedTensor(part.tensor, part.pose.turned);
    const square = offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const parallel = (i === j ? square : 0) - offset[i]! * offset[j]!;
        total[i]![j]! += turned[i]![j]! + part.mass * parallel;
      }
    }
  }
  return { mass, centre, ...principalAxes(total) };
}

/** R I Rᵀ. */
function turnedTensor(
  [xx, yy, zz, xy, xz, yz]: Inertial['tensor'],
  turned: Quaternion,
): readonly Vector[] {
  const rows: Matrix = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const axes: Matrix = [
    rotate(turned, [1, 0, 0]),
    rotate(turned, [0, 1, 0]),
    rotate(turned, [0, 0, 1]),
  ];
  const entry = (i: number, j: number) => {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      for (let l = 0; l < 3; l++) sum += axes[k]![i]! * rows[k]![l]! * axes[l]![j]!;
    }
    return sum;
  };
  return [0, 1, 2].map((i): Vector => [entry(i, 0), entry(i, 1), entry(i, 2)]);
}

/** Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations. */
function principalAxes(given: readonly number[][]): Pick<MassProperties, 'moments' | 'turned'> {
  const a = given.map((row) => [...row]);
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 30; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ] as const) {
      const apq = a[p]![q]!;
      if (Math.abs(apq) < 1e-300) continue;
      const theta = (a[q]![q]! - a[p]![p]!) / (2 * apq);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) turn(a[k]!, p, q, c, s);
      for (let k = 0; k < 3; k++) {
        const [x, y] = [a[p]![k]!, a[q]![k]!];
        a[p]![k] = c * x - s * y;
        a[q]![k] = s * x + c * y;
      }
      for (let k = 0; k < 3; k++) turn(v[k]!, p, q, c, s);
    }
  }
  const moments: Vector = [a[0]![0]!, a[1]![1]!, a[2]![2]!];
  return { moments, turned: quaternionOf(v) };
}

function turn(row: number[], p: number, q: number, c: number, s: number): void {
  const [x, y] = [row[p]!, row[q]!];
  row[p] = c * x - s * y;
  row[q] = s * x + c * y;
}

/** The quaternion of a rotation matrix. Jacobi's rotations never mirror. */
function quaternionOf(m: readonly number[][]): Quaternion {
  const [[a, b, c], [d, e, f], [g, h, i]] = m as [number[], number[], number[]] as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const trace = a + e + i;
  if (trace > 0) return normalize([1 + trace, h - f, c - g, d - b]);
  if (a >= e && a >= i) return normalize([h - f, 1 + a - e - i, b + d, c + g]);
  if (e >= i) return normalize([c - g, b + d, 1 + e - a - i, f + h]);
  return normalize([d - b, c + g, f + h, 1 + i - a - e]);
}
