import { pinnedMath } from '../math/index.js';
import { IDENTITY3, type Rigid } from './matrix3.js';
import { quaternionOfRotation } from './trajectory.js';

/** The measured quantity of a pose difference, with the names of evo's command line. */
export const POSE_RELATIONS = [
  'trans_part',
  'rot_part',
  'full',
  'angle_deg',
  'angle_rad',
  'point_distance',
  'point_distance_error_ratio',
] as const;

export type PoseRelation = (typeof POSE_RELATIONS)[number];

/** Unit of an error: metres, degrees, radians, percent, or none. */
export function relationUnit(relation: PoseRelation): 'm' | 'deg' | 'rad' | '%' | '' {
  switch (relation) {
    case 'trans_part':
    case 'point_distance':
      return 'm';
    case 'angle_deg':
      return 'deg';
    case 'angle_rad':
      return 'rad';
    case 'point_distance_error_ratio':
      return '%';
    default:
      return '';
  }
}

/** Size of a pose difference. The two point distances are differences of lengths: see {@link rpe}. */
export function measure(
  { rotation, translation }: Rigid,
  relation: Exclude<PoseRelation, 'point_distance_error_ratio'>,
): number {
  const [x, y, z] = translation;
  const shift = x * x + y * y + z * z;
  switch (relation) {
    case 'trans_part':
    case 'point_distance':
      return Math.sqrt(shift);
    case 'rot_part':
      return Math.sqrt(squaredDifferenceToIdentity(rotation));
    case 'full':
      return Math.sqrt(squaredDifferenceToIdentity(rotation) + shift);
    case 'angle_rad':
      return rotationAngle(rotation);
    case 'angle_deg':
      return (rotationAngle(rotation) * 180) / Math.PI;
  }
}

/** Length of the rotation vector, 0..pi. */
export function rotationAngle(rotation: Rigid['rotation']): number {
  const [x, y, z, w] = quaternionOfRotation(rotation);
  return 2 * pinnedMath.atan2(Math.sqrt(x * x + y * y + z * z), w);
}

function squaredDifferenceToIdentity(rotation: Rigid['rotation']): number {
  let sum = 0;
  for (const [i, value] of rotation.entries()) sum += (value - IDENTITY3[i]!) ** 2;
  return sum;
}
