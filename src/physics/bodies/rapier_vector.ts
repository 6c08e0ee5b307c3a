import type { Vector as RapierVector, Rotation } from '@dimforge/rapier3d-deterministic-compat';
import type { Quaternion } from '../geometry/pose.js';
import type { Vector } from '../geometry/vector.js';

export function vectorOf({ x, y, z }: RapierVector): Vector {
  return [x, y, z];
}

export function quaternionOf({ w, x, y, z }: Rotation): Quaternion {
  return [w, x, y, z];
}

export function rapierVector([x, y, z]: Vector): RapierVector {
  return { x, y, z };
}

export function rapierRotation([w, x, y, z]: Quaternion): Rotation {
  return { w, x, y, z };
}
