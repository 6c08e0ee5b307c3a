import type { Alignment, AlignmentMethod } from './align.js';
import type { PoseRelation } from './pose_relation.js';
import type { Statistics } from './statistics.js';
import type { Trajectory } from './trajectory.js';

/** What {@link ape} and {@link rpe} return. */
export interface EvaluationResult {
  /** E.g. `APE trans_part (m), aligned: se3`. */
  readonly title: string;
  readonly relation: PoseRelation;
  /** Unit of the errors; empty if they have no unit. */
  readonly unit: string;
  readonly errors: Float64Array;
  /** For each error, its pose of `estimate` (the later one of a pair). */
  readonly poseIndices: readonly number[];
  readonly statistics: Statistics;
  readonly alignmentMethod: AlignmentMethod;
  readonly alignment: Alignment;
  /** The poses that were compared: associated, with the estimate aligned. */
  readonly reference: Trajectory;
  readonly estimate: Trajectory;
}
