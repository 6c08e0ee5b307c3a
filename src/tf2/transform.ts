import { pinnedMath } from '../math/index.js';
import type { TimeMessage } from './time_arguments.js';

/** The fields of a `geometry_msgs/msg/Vector3` or `Point`; metres where it is a translation. */
export interface Vector3 {
  x: number;
  y: number;
  z: number;
}

/** The fields of a `geometry_msgs/msg/Quaternion`. */
export interface Quaternion {
  x: number;
  y: number;
  z: number;
  w: number;
}

/** The fields of a `geometry_msgs/msg/Transform`: first rotates, then translates. */
export interface Transform {
  translation: Vector3;
  rotation: Quaternion;
}

/** The fields of a `geometry_msgs/msg/TransformStamped`: takes `child_frame_id` to `header.frame_id`. */
export interface TransformStamped {
  header: { stamp: TimeMessage; frame_id: string };
  child_frame_id: string;
  transform: Transform;
}

/** The transform that changes nothing. */
export function identity(): Transform {
  return { translation: { x: 0, y: 0, z: 0 }, rotation: { x: 0, y: 0, z: 0, w: 1 } };
}

/** First `b`, then `a`. */
export function multiply(a: Transform, b: Transform): Transform {
  return {
    translation: add(rotate(a.rotation, b.translation), a.translation),
    rotation: multiplyQuaternions(a.rotation, b.rotation),
  };
}

/** The inverse of a transform with a unit quaternion. */
export function inverse({ translation, rotation }: Transform): Transform {
  const back = conjugate(rotation);
  const { x, y, z } = translation;
  return { translation: rotate(back, { x: -x, y: -y, z: -z }), rotation: back };
}

/** A vector turned by a unit quaternion. */
export function rotate(q: Quaternion, v: Vector3): Vector3 {
  const { x, y, z } = multiplyQuaternions(
    multiplyQuaternions(q, { x: v.x, y: v.y, z: v.z, w: 0 }),
    conjugate(q),
  );
  return { x, y, z };
}

export function add(a: Vector3, b: Vector3): Vector3 {
  return { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z };
}

/** First `b`, then `a`. */
export function multiplyQuaternions(a: Quaternion, b: Quaternion): Quaternion {
  return {
    x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
    y: a.w * b.y + a.y * b.w + a.z * b.x - a.x * b.z,
    z: a.w * b.z + a.z * b.w + a.x * b.y - a.y * b.x,
    w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
  };
}

function conjugate({ x, y, z, w }: Quaternion): Quaternion {
  return { x: -x, y: -y, z: -z, w };
}

function dot(a: Quaternion, b: Quaternion): number {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/** Between two vectors on the straight line: `a` at 0, `b` at 1. */
export function lerp(a: Vector3, b: Vector3, ratio: number): Vector3 {
  const rest = 1 - ratio;
  return {
    x: rest * a.x + ratio * b.x,
    y: rest * a.y + ratio * b.y,
    z: rest * a.z + ratio * b.z,
  };
}

/**
 * Between two rotations at constant angular speed, the shorter way round: `a` at 0; `b`, or the
 * same rotation with the other sign, at 1. The same bits on every machine.
 */
export function slerp(a: Quaternion, b: Quaternion, ratio: number): Quaternion {
  const cosine = dot(a, b);
  const length = Math.sqrt(dot(a, a) * dot(b, b));
  const theta = pinnedMath.acos(Math.min(1, Math.abs(cosine) / length));
  if (theta === 0) return { ...a };
  const scale = 1 / pinnedMath.sin(theta);
  const ofA = pinnedMath.sin((1 - ratio) * theta) * scale;
  const ofB = pinnedMath.sin(ratio * theta) * scale * (cosine < 0 ? -1 : 1);
  return {
    x: a.x * ofA + b.x * ofB,
    y: a.y * ofA + b.y * ofB,
    z: a.z * ofA + b.z * ofB,
    w: a.w * ofA + b.w * ofB,
  };
}
