/**
 * Room `doctor`: explains what ROS 2 lets fail in silence, from the graph that a run left behind.
 *
 * May import: `job`.
 */
export { diagnose, type Finding, type FindingKind } from './diagnose.js';
