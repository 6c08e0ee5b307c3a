import { pinnedMath } from '../math/index.js';
import type { Quaternion } from './transform.js';

const { sin, cos, asin, atan2 } = pinnedMath;

/** The rotation about the fixed axes x, y, z, in this order, by angles in rad. */
export function quaternionFromRPY(roll: number, pitch: number, yaw: number): Quaternion {
  const [sr, cr] = [sin(roll / 2), cos(roll / 2)];
  const [sp, cp] = [sin(pitch / 2), cos(pitch / 2)];
  const [sy, cy] = [sin(yaw / 2), cos(yaw / 2)];
  return {
    x: sr * cp * cy - cr * sp * sy,
    y: cr * sp * cy + sr * cp * sy,
    z: cr * cp * sy - sr * sp * cy,
    w: cr * cp * cy + sr * sp * sy,
  };
}

/**
 * The angles about the fixed axes x, y, z of a unit quaternion, in rad: pitch from -π/2 to π/2, the
 * others from -π to π. Where the pitch is ±π/2, the yaw is 0.
 */
export function rpyFromQuaternion({ x, y, z, w }: Quaternion): {
  roll: number;
  pitch: number;
  yaw: number;
} {
  const sine = 2 * (w * y - x * z);
  if (Math.abs(sine) >= 1 - Number.EPSILON) {
    return { roll: 2 * atan2(x, w), pitch: Math.sign(sine) * (Math.PI / 2), yaw: 0 };
  }
  return {
    roll: atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    pitch: asin(sine),
    yaw: atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  };
}
