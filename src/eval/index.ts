/**
 * Room `eval`: the quality of a trajectory. Absolute and relative pose error with the semantics of
 * evo (https://github.com/MichaelGrupp/evo), so that numbers can be compared with papers.
 *
 * Imports `errors`, `math` and `report`. Pure functions on files and numbers; nothing here depends on nodes.
 */
export type { Alignment, AlignmentMethod } from './align.js';
export { type ApeOptions, ape } from './ape.js';
export { type Associated, type AssociationOptions, associate } from './associate.js';
export { evaluationFigures, type PlotOptions, plotSvg, undrawable } from './evaluation_figures.js';
export { evaluationReport } from './evaluation_report.js';
export type { EvaluationResult } from './evaluation_result.js';
export type { Matrix3, Rigid, Vector3 } from './matrix3.js';
export { DELTA_UNITS, type DeltaUnit, type PairOptions } from './pairs.js';
export { POSE_RELATIONS, type PoseRelation } from './pose_relation.js';
export { type RpeOptions, rpe } from './rpe.js';
export type { Statistics } from './statistics.js';
export { type StampedPose, Trajectory } from './trajectory.js';
export {
  parseTrajectory,
  readTrajectory,
  type TrajectoryFormat,
  writeKitti,
  writeTum,
} from './trajectory_format.js';
