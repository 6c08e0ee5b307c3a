/**
 * Room `eval`: how good is a trajectory? Absolute and relative pose error with the semantics of
 * evo (https://github.com/MichaelGrupp/evo), so that numbers can be compared with papers.
 *
 * Imports `errors` and `math`. Pure functions on files and numbers; nothing here knows of nodes.
 */
export { type Alignment, type AlignmentMethod, align, umeyama } from './align.js';
export { type ApeOptions, ape } from './ape.js';
export { type AssociationOptions, associate } from './associate.js';
export { DELTA_UNITS, type DeltaUnit, type PairOptions } from './pairs.js';
export { type PlotOptions, plotSvg } from './plot.js';
export { POSE_RELATIONS, type PoseRelation, relationUnit } from './pose_relation.js';
export type { EvaluationResult } from './result.js';
export { type RpeOptions, rpe } from './rpe.js';
export { type Statistics, statistics } from './statistics.js';
export { type StampedPose, Trajectory } from './trajectory.js';
export {
  parseTrajectory,
  readTrajectory,
  type TrajectoryFormat,
  writeKitti,
  writeTum,
} from './trajectory_file.js';
