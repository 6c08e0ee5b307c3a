import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import { type AlignmentMethod, align } from './align.js';
import { type AssociationOptions, associatePoses } from './associate.js';
import type { EvaluationResult } from './evaluation_result.js';
import { compose, invert } from './matrix3.js';
import { choosePairs, type Pair, type PairOptions } from './pairs.js';
import { measure, type PoseRelation, relationUnit } from './pose_relation.js';
import { statistics } from './statistics.js';
import type { Trajectory } from './trajectory.js';

export interface RpeOptions extends AssociationOptions, PairOptions {
  /** The quantity to measure; default `trans_part`. */
  readonly relation?: PoseRelation;
  /** How to align the trajectories; default `none`. Only scale and pairs chosen by metres depend on it. */
  readonly alignment?: AlignmentMethod;
  /** The number of poses, from the first on, that determine the alignment; default: all. */
  readonly alignCount?: number;
  /** Chooses the pairs on the reference instead of the estimate; default false. */
  readonly pairsFromReference?: boolean;
}

const OPTIONS: KnownNames<RpeOptions> = {
  ...{ relation: true, alignment: true, alignCount: true, pairsFromReference: true },
  ...{ maxTimeDifference: true, timeOffset: true },
  ...{ delta: true, deltaUnit: true, allPairs: true, relativeTolerance: true },
};

/**
 * Relative pose error (drift) of `estimate`: for pairs (i, j) the size of
 * (Q_i^-1 Q_j)^-1 (P_i^-1 P_j), Q = reference, P = estimate.
 * @throws OrreryError ORR_EVAL_NO_PAIRS, ORR_EVAL_DELTA and the errors of {@link ape}
 */
export function rpe(
  reference: Trajectory,
  estimate: Trajectory,
  options: RpeOptions = {},
): EvaluationResult {
  requireKnownOptions(options, OPTIONS, 'rpe()');
  const { relation = 'trans_part', alignment: method = 'none' } = options;
  const { delta = 1, deltaUnit = 'frames' } = options;
  const pair = associatePoses(reference, estimate, options);
  const aligned = align(pair.reference, pair.estimate, method, options.alignCount);
  const source = options.pairsFromReference ? pair.reference : aligned.estimate;
  const { errors, ends } = compare(
    pair.reference,
    aligned.estimate,
    choosePairs(source, options),
    relation,
  );
  const unit = relationUnit(relation);
  return {
    title: `RPE ${relation}${unit && ` (${unit})`}, delta ${delta} ${deltaUnit}, alignment: ${method}`,
    relation,
    unit,
    errors,
    poseIndices: ends,
    statistics: statistics(errors),
    alignmentMethod: method,
    alignment: aligned.alignment,
    reference: pair.reference,
    estimate: aligned.estimate,
  };
}

function compare(
  reference: Trajectory,
  estimate: Trajectory,
  pairs: readonly Pair[],
  relation: PoseRelation,
): { errors: Float64Array; ends: number[] } {
  const errors: number[] = [];
  const ends: number[] = [];
  for (const [i, j] of pairs) {
    let error: number;
    if (relation === 'point_distance' || relation === 'point_distance_error_ratio') {
      const expected = distance(reference, i, j);
      error = Math.abs(expected - distance(estimate, i, j));
      if (relation === 'point_distance_error_ratio') {
        // If the reference stands still, there is no length to divide by.
        if (expected === 0) continue;
        error = (error / expected) * 100;
      }
    } else {
      const expected = between(reference, i, j);
      error = measure(compose(invert(expected), between(estimate, i, j)), relation);
    }
    errors.push(error);
    ends.push(j);
  }
  if (errors.length === 0) {
    throw new OrreryError(
      'ORR_EVAL_NO_PAIRS',
      `${reference.name} stands still in every pair of poses, so no ratio can be formed; ` +
        'choose another relation or a larger delta.',
    );
  }
  return { errors: Float64Array.from(errors), ends };
}

function between(trajectory: Trajectory, i: number, j: number) {
  return compose(invert(trajectory.poses[i]!), trajectory.poses[j]!);
}

function distance(trajectory: Trajectory, i: number, j: number): number {
  const [x, y, z] = trajectory.poses[i]!.translation;
  const [a, b, c] = trajectory.poses[j]!.translation;
  return Math.sqrt((x - a) * (x - a) + (y - b) * (y - b) + (z - c) * (z - c));
}
