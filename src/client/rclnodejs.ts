/**
 * The module that stands in for `rclnodejs` 2.2: its 95 names, in the default export and as
 * named exports, and `Logging`, the name of `logging` in its declarations.
 *
 * @example
 * ```ts run
 * import { enterSimulation, Simulation } from 'orrery-sim';
 * import rclnodejs from 'orrery-sim/rclnodejs';
 *
 * const simulation = new Simulation();
 * enterSimulation(simulation);
 * await rclnodejs.init();
 * const node = rclnodejs.createNode('echo');
 * node.createSubscription('std_msgs/msg/String', 'chatter', ({ data }) => console.log(data));
 * node.createPublisher('std_msgs/msg/String', 'chatter').publish('hello');
 * node.spin();
 * await simulation.stepFor(1_000_000n);
 * ```
 *
 * ```text
 * hello
 * ```
 *
 * @packageDocumentation
 */
import * as names from './names.js';

export type * from './declarations/named_types.js';
export { Logging } from './logging/logging.js';
export * from './names.js';

/** All names in one object, as `require('rclnodejs')` gives it. */
const rclnodejs = { ...names };

export default rclnodejs;
