import type { Quaternion, TransformStamped, Vector3 } from './transform.js';

/** How far the square of a quaternion's length may be from 1, as in tf2. */
const LENGTH_TOLERANCE = 0.01;

/** A frame's name without the slash that names had in the first tf. */
export function withoutSlash(frame: string): string {
  return frame.startsWith('/') ? frame.slice(1) : frame;
}

/** Why a transform is refused, in a sentence that begins with tf2's name for the reason. */
export function transformProblem(stamped: TransformStamped, authority: string): string | undefined {
  const parent = withoutSlash(stamped.header.frame_id);
  const child = withoutSlash(stamped.child_frame_id);
  const { translation, rotation } = stamped.transform;
  const from = `the transform of ${child || 'no frame'} in ${parent || 'no frame'} from ${authority}`;
  if (child === '') return `TF_NO_CHILD_FRAME_ID: ${from} is ignored; set child_frame_id.`;
  if (parent === '') return `TF_NO_FRAME_ID: ${from} is ignored; set header.frame_id.`;
  if (child === parent) return `TF_SELF_TRANSFORM: ${from} is ignored: both frames are the same.`;
  if (hasNaN(translation, rotation)) {
    return `TF_NAN_INPUT: ${from} is ignored: it holds a NaN.`;
  }
  const { x, y, z, w } = rotation;
  const square = x * x + y * y + z * z + w * w;
  if (Math.abs(square - 1) < LENGTH_TOLERANCE) return undefined;
  return `TF_DENORMALIZED_QUATERNION: ${from} is ignored: the rotation (${x}, ${y}, ${z}, ${w}) is not a unit quaternion.`;
}

function hasNaN(translation: Vector3, rotation: Quaternion): boolean {
  const { x, y, z } = translation;
  return [x, y, z, rotation.x, rotation.y, rotation.z, rotation.w].some((value) =>
    Number.isNaN(Number(value ?? Number.NaN)),
  );
}
