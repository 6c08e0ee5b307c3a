/**
 * Room `doctor`: explains what fails silently in ROS 2, from the graph that a run left behind.
 *
 * May import: `errors`, `parameters`, `record`.
 */
export { diagnose } from './diagnose.js';
export type { Finding, FindingKind } from './finding.js';
export { describeProcesses, followedProcesses, followedPrograms } from './followed_processes.js';
