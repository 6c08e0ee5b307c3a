/**
 * Room `doctor`: explains what ROS 2 lets fail in silence, from the graph that a run left behind.
 *
 * May import: `parameters`, `job`.
 */
export { diagnose } from './diagnose.js';
export type { Finding, FindingKind } from './finding.js';
