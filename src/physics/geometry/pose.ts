import { pinnedMath } from '../../math/index.js';
import { add, cross, scale, type Vector, ZERO } from './vector.js';

/** A rotation: w, x, y, z of a unit quaternion. */
export type Quaternion = readonly [number, number, number, number];

/** A position and an orientation. */
export interface Pose {
  readonly at: Vector;
  readonly turned: Quaternion;
}

export const UPRIGHT: Quaternion = [1, 0, 0, 0];
export const IDENTITY: Pose = { at: ZERO, turned: UPRIGHT };

export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

export function conjugate([w, x, y, z]: Quaternion): Quaternion {
  return [w, -x, -y, -z];
}

export function normalize(q: Quaternion): Quaternion {
  const [w, x, y, z] = q;
  const length = Math.sqrt(w * w + x * x + y * y + z * z);
  return length === 0 ? UPRIGHT : [w / length, x / length, y / length, z / length];
}

export function rotate(q: Quaternion, v: Vector): Vector {
  const axis: Vector = [q[1], q[2], q[3]];
  const twice = scale(cross(axis, v), 2);
  return add(add(v, scale(twice, q[0])), cross(axis, twice));
}

/** The rotation about fixed axes x, y, z in this order, in rad: as URDF and SDF write it. */
export function fromRollPitchYaw([roll, pitch, yaw]: Vector): Quaternion {
  const { sin, cos } = pinnedMath;
  const [cr, sr] = [cos(roll / 2), sin(roll / 2)];
  const [cp, sp] = [cos(pitch / 2), sin(pitch / 2)];
  const [cy, sy] = [cos(yaw / 2), sin(yaw / 2)];
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}

/** A place on the ground. */
export function planarPose(x: number, y: number, yaw: number): Pose {
  return { at: [x, y, 0], turned: fromRollPitchYaw([0, 0, yaw]) };
}

export function yawOf([w, x, y, z]: Quaternion): number {
  return pinnedMath.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

/** `inner`, which is given relative to `outer`. */
export function compose(outer: Pose, inner: Pose): Pose {
  return {
    at: add(outer.at, rotate(outer.turned, inner.at)),
    turned: multiply(outer.turned, inner.turned),
  };
}

export function inverse({ at, turned }: Pose): Pose {
  const back = conjugate(turned);
  return { at: scale(rotate(back, at), -1), turned: back };
}

/** `pose` as seen from `origin`. */
export function relativeTo(origin: Pose, pose: Pose): Pose {
  return compose(inverse(origin), pose);
}
