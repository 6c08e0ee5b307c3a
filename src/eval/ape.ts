import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import { type AlignmentMethod, align } from './align.js';
import { type AssociationOptions, associatePoses } from './associate.js';
import type { EvaluationResult } from './evaluation_result.js';
import { compose, invert } from './matrix3.js';
import { measure, type PoseRelation, relationUnit } from './pose_relation.js';
import { statistics } from './statistics.js';
import type { Trajectory } from './trajectory.js';

export interface ApeOptions extends AssociationOptions {
  /** The quantity to measure; default `trans_part`. A ratio has no absolute meaning, so it is excluded. */
  readonly relation?: Exclude<PoseRelation, 'point_distance_error_ratio'>;
  /** How to align the trajectories; default `none`. */
  readonly alignment?: AlignmentMethod;
  /** The number of poses, from the first on, that determine the alignment; default: all. */
  readonly alignCount?: number;
}

const OPTIONS: KnownNames<ApeOptions> = {
  ...{ relation: true, alignment: true, alignCount: true },
  ...{ maxTimeDifference: true, timeOffset: true },
};

/**
 * Absolute pose error of `estimate`: pose by pose, size of P_estimate^-1 P_reference. The
 * translation part is the distance of the two positions.
 * @throws OrreryError ORR_EVAL_NO_ASSOCIATION, ORR_EVAL_LENGTH, ORR_EVAL_DEGENERATE
 */
export function ape(
  reference: Trajectory,
  estimate: Trajectory,
  options: ApeOptions = {},
): EvaluationResult {
  requireKnownOptions(options, OPTIONS, 'ape()');
  const { relation = 'trans_part', alignment: method = 'none' } = options;
  const pair = associatePoses(reference, estimate, options);
  const aligned = align(pair.reference, pair.estimate, method, options.alignCount);
  const errors = new Float64Array(pair.reference.length);
  for (let i = 0; i < errors.length; i++) {
    const p = aligned.estimate.poses[i]!;
    const q = pair.reference.poses[i]!;
    if (relation === 'trans_part' || relation === 'point_distance') {
      // Computed without the inverse, which would distort the distance if R is not quite a rotation.
      const [x, y, z] = p.translation;
      const [a, b, c] = q.translation;
      errors[i] = Math.sqrt((x - a) * (x - a) + (y - b) * (y - b) + (z - c) * (z - c));
    } else {
      errors[i] = measure(compose(invert(p), q), relation);
    }
  }
  const unit = relationUnit(relation);
  return {
    title: `APE ${relation}${unit && ` (${unit})`}, alignment: ${method}`,
    relation,
    unit,
    errors,
    poseIndices: Array.from(errors.keys()),
    statistics: statistics(errors),
    alignmentMethod: method,
    alignment: aligned.alignment,
    reference: pair.reference,
    estimate: aligned.estimate,
  };
}
