import { OrreryError } from '../errors/index.js';
import {
  apply,
  compose,
  determinant,
  IDENTITY3,
  invert,
  type Matrix3,
  matrix3,
  multiply,
  type Rigid,
  transpose,
  type Vector3,
} from './matrix3.js';
import { svd3 } from './svd3.js';
import type { Trajectory } from './trajectory.js';

/**
 * How the estimate is moved onto the reference before they are compared: `none`; `se3`, by the best rotation and
 * translation; `sim3`, also by the best scale; `scale`, by the best scale only; `origin`, so that the first poses
 * coincide.
 */
export type AlignmentMethod = 'none' | 'se3' | 'sim3' | 'scale' | 'origin';

/** x -> scale * rotation * x + translation. */
export interface Alignment extends Rigid {
  readonly scale: number;
}

/**
 * Least-squares similarity between two point sets (Umeyama, PAMI 13(4), 1991), which maps `from` onto `to`. Without
 * `withScale`, its scale is 1.
 * @throws OrreryError ORR_EVAL_DEGENERATE if the points lie on one line or fewer than two are distinct
 */
export function umeyama(
  from: readonly Vector3[],
  to: readonly Vector3[],
  withScale: boolean,
): Alignment {
  const n = from.length;
  const mx = mean(from);
  const my = mean(to);
  const c = new Float64Array(9);
  let variance = 0;
  for (let i = 0; i < n; i++) {
    for (let a = 0; a < 3; a++) {
      const dx = from[i]![a as 0] - mx[a as 0];
      variance += dx * dx;
      for (let b = 0; b < 3; b++) {
        c[3 * b + a] = c[3 * b + a]! + (to[i]![b as 0] - my[b as 0]) * dx;
      }
    }
  }
  const { u, d, v } = svd3(matrix3([...c].map((x) => x / n)));
  if (!(d[1] > Number.EPSILON)) {
    throw new OrreryError(
      'ORR_EVAL_DEGENERATE',
      `The ${n} poses lie on one point or one line, which leaves the rotation open; ` +
        'align with fewer freedoms (none, origin) or use more of the trajectory.',
    );
  }
  const sign = determinant(u) * determinant(v) < 0 ? -1 : 1;
  const us: Matrix3 = [u[0], u[1], sign * u[2], u[3], u[4], sign * u[5], u[6], u[7], sign * u[8]];
  const rotation = multiply(us, transpose(v));
  const scale = withScale ? (d[0] + d[1] + sign * d[2]) / (variance / n) : 1;
  const r = apply(rotation, mx);
  const translation: Vector3 = [my[0] - scale * r[0], my[1] - scale * r[1], my[2] - scale * r[2]];
  return { rotation, translation, scale };
}

function mean(points: readonly Vector3[]): Vector3 {
  let x = 0;
  let y = 0;
  let z = 0;
  for (const p of points) {
    x += p[0];
    y += p[1];
    z += p[2];
  }
  return [x / points.length, y / points.length, z / points.length];
}

const NOTHING: Alignment = { rotation: IDENTITY3, translation: [0, 0, 0], scale: 1 };

/**
 * Aligns `estimate` with `reference` (associated pose by pose).
 * @param count - how many poses, from the first on, the fit uses; all of them are moved
 */
export function align(
  reference: Trajectory,
  estimate: Trajectory,
  method: AlignmentMethod,
  count = estimate.length,
): { readonly estimate: Trajectory; readonly alignment: Alignment } {
  if (method === 'none') return { estimate, alignment: NOTHING };
  if (method === 'origin') {
    const motion = compose(reference.poses[0]!, invert(estimate.poses[0]!));
    return {
      estimate: estimate.map((p) => compose(motion, p)),
      alignment: { ...motion, scale: 1 },
    };
  }
  const positions = (t: Trajectory): Vector3[] => t.poses.slice(0, count).map((p) => p.translation);
  const fit = umeyama(positions(estimate), positions(reference), method !== 'se3');
  const scaled = estimate.map((p) => ({
    rotation: p.rotation,
    translation: [
      fit.scale * p.translation[0],
      fit.scale * p.translation[1],
      fit.scale * p.translation[2],
    ],
  }));
  if (method === 'scale') return { estimate: scaled, alignment: { ...NOTHING, scale: fit.scale } };
  return { estimate: scaled.map((p) => compose(fit, p)), alignment: fit };
}
