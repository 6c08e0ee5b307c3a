import fc from 'fast-check';
import { quaternionFromRPY, type Transform, type TransformStamped } from './index.js';

export const SECOND = 10n ** 9n;

const coordinate = fc.double({ min: -100, max: 100, noNaN: true });
const vector = fc.record({ x: coordinate, y: coordinate, z: coordinate });
export const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });
const rotation = fc.tuple(angle, angle, angle).map(([r, p, y]) => quaternionFromRPY(r, p, y));
export const transform = fc.record({ translation: vector, rotation });

export function stamped(
  parent: string,
  child: string,
  at: bigint,
  value: Transform = moved(0, 0, 0),
): TransformStamped {
  const stamp = { sec: Number(at / SECOND), nanosec: Number(at % SECOND) };
  return { header: { stamp, frame_id: parent }, child_frame_id: child, transform: value };
}

export function moved(x: number, y: number, z: number): Transform {
  return { translation: { x, y, z }, rotation: { x: 0, y: 0, z: 0, w: 1 } };
}

/** How far two transforms are from each other; a quaternion and its negative are the same. */
export function distance(a: Transform, b: Transform): number {
  const q = [a.rotation, b.rotation] as const;
  const sign = Math.sign(
    q[0].x * q[1].x + q[0].y * q[1].y + q[0].z * q[1].z + q[0].w * q[1].w || 1,
  );
  const parts = [
    ...(['x', 'y', 'z'] as const).map((k) => a.translation[k] - b.translation[k]),
    ...(['x', 'y', 'z', 'w'] as const).map((k) => q[0][k] - sign * q[1][k]),
  ];
  return Math.max(...parts.map(Math.abs));
}
