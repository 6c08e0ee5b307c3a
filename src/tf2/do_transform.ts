import { InvalidArgumentException } from './exceptions.js';
import type { TimeMessage } from './time_arguments.js';
import {
  add,
  multiply,
  multiplyQuaternions,
  type Quaternion,
  rotate,
  type Transform,
  type TransformStamped,
  type Vector3,
} from './transform.js';

/** A message whose contents are in the frame of its header. */
export interface Stamped {
  header: { stamp: TimeMessage; frame_id: string };
}

interface Pose {
  position: Vector3;
  orientation: Quaternion;
}

/**
 * The message in the frame of `transform.header`, with the stamp of that header. For the `Stamped`
 * messages of `geometry_msgs` with a Point, Pose, PoseWithCovariance, Vector3, Quaternion,
 * Transform, Wrench or Polygon.
 *
 * @throws {InvalidArgumentException} for other messages.
 */
export function doTransform<T extends Stamped>(message: T, transform: TransformStamped): T {
  const by = transform.transform;
  for (const [field, convert] of CONVERSIONS) {
    if (!(field in message)) continue;
    const value = (message as Record<string, unknown>)[field];
    const { stamp, frame_id } = transform.header;
    return { ...message, header: { stamp: { ...stamp }, frame_id }, [field]: convert(value, by) };
  }
  throw new InvalidArgumentException(
    `A message with the fields ${Object.keys(message).join(', ')} cannot be transformed; give a Stamped message of geometry_msgs.`,
  );
}

/** The fields of a message identify its type: no two types share the field's name. */
const CONVERSIONS: readonly (readonly [string, (value: unknown, by: Transform) => unknown])[] = [
  ['point', (value, by) => movePoint(value as Vector3, by)],
  ['pose', (value, by) => movePoseOfAnyKind(value as Pose, by)],
  ['vector', (value, by) => rotate(by.rotation, value as Vector3)],
  ['quaternion', (value, by) => multiplyQuaternions(by.rotation, value as Quaternion)],
  ['transform', (value, by) => multiply(by, value as Transform)],
  ['wrench', (value, by) => turnWrench(value as { force: Vector3; torque: Vector3 }, by)],
  ['polygon', (value, by) => movePolygon(value as { points: Vector3[] }, by)],
];

function movePoint(point: Vector3, { rotation, translation }: Transform): Vector3 {
  return add(rotate(rotation, point), translation);
}

function movePose({ position, orientation }: Pose, by: Transform): Pose {
  return {
    position: movePoint(position, by),
    orientation: multiplyQuaternions(by.rotation, orientation),
  };
}

function movePoseOfAnyKind(
  value: Pose | { pose: Pose; covariance: ArrayLike<number> },
  by: Transform,
) {
  if (!('covariance' in value)) return movePose(value, by);
  return {
    pose: movePose(value.pose, by),
    covariance: turnCovariance(value.covariance, by.rotation),
  };
}

function turnWrench({ force, torque }: { force: Vector3; torque: Vector3 }, by: Transform) {
  return { force: rotate(by.rotation, force), torque: rotate(by.rotation, torque) };
}

function movePolygon({ points }: { points: Vector3[] }, by: Transform) {
  return { points: points.map((point) => movePoint(point, by)) };
}

/** R C Rᵀ, where R turns position and rotation alike; 6 × 6, by rows. */
function turnCovariance(covariance: ArrayLike<number>, rotation: Quaternion): Float64Array {
  const axes = [
    rotate(rotation, { x: 1, y: 0, z: 0 }),
    rotate(rotation, { x: 0, y: 1, z: 0 }),
    rotate(rotation, { x: 0, y: 0, z: 1 }),
  ] as const;
  const matrix = (['x', 'y', 'z'] as const).map((row) => axes.map((axis) => axis[row]));
  /** Element (i, j) of the 6 × 6 matrix with R twice on the diagonal. */
  const r = (i: number, j: number) =>
    Math.floor(i / 3) === Math.floor(j / 3) ? (matrix[i % 3]?.[j % 3] as number) : 0;
  const product = new Float64Array(36);
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) {
        for (let l = 0; l < 6; l++) sum += r(i, k) * (covariance[6 * k + l] as number) * r(j, l);
      }
      product[6 * i + j] = sum;
    }
  }
  return product;
}
