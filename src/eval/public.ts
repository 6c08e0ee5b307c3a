/**
 * `orrery-sim/eval`: the errors of a trajectory, with the semantics of evo.
 *
 * @example
 * ```ts run
 * import { ape, parseTrajectory } from 'orrery-sim/eval';
 *
 * const truth = parseTrajectory('0 0 0 0 0 0 0 1\n1 1 0 0 0 0 0 1', 'truth');
 * const estimate = parseTrajectory('0 0 0 0 0 0 0 1\n1 1 1 0 0 0 0 1', 'estimate');
 * console.log(ape(truth, estimate).statistics.max);
 * ```
 *
 * ```text
 * 1
 * ```
 *
 * @packageDocumentation
 */
export { ape } from './ape.js';
export { associate } from './associate.js';
export { plotSvg } from './evaluation_figures.js';
export type * from './index.js';
export { rpe } from './rpe.js';
export { Trajectory } from './trajectory.js';
export { parseTrajectory, readTrajectory, writeKitti, writeTum } from './trajectory_format.js';
