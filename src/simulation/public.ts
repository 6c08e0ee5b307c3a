/**
 * `orrery-sim/simulation`: a world to step by hand, and the types of its parts.
 *
 * @example
 * ```ts run
 * import { enterSimulation } from 'orrery-sim';
 * import { Simulation } from 'orrery-sim/simulation';
 * import rclnodejs from 'orrery-sim/rclnodejs';
 *
 * const simulation = new Simulation({ seed: 7 });
 * const leave = enterSimulation(simulation);
 * await rclnodejs.init();
 * const node = new rclnodejs.Node('counter');
 * let ticks = 0;
 * node.createTimer(100_000_000n, () => ticks++);
 * node.spin();
 * await simulation.stepFor(1_000_000_000n);
 * leave();
 * console.log(ticks);
 * ```
 *
 * ```text
 * 10
 * ```
 *
 * @packageDocumentation
 */
export type * from '../graph/index.js';
export type * from '../interfaces/index.js';
export { MessageType, TypeRegistry } from '../interfaces/index.js';
export type * from '../kernel/index.js';
export { applyModels } from './apply_models.js';
export type * from './index.js';
export { Simulation } from './simulation.js';
