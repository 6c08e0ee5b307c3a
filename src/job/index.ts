/**
 * Room `job`: from ROS 2's own description files to a description of a system that can be run.
 *
 * - `params`: parameter files, `-p`, `-r`, `--ros-args`;
 * - `launch`: launch files in YAML and XML, expanded to plain actions;
 * - `components`: packages, components and executables, rslcpp's command line;
 * - delay files of rslcpp.
 *
 * May import `client`, `bag` and `models`; the parts above import only `errors`.
 */
export * from './components/index.js';
export { parseDelayFile, readDelayFile, type TopicDelay } from './delay_file.js';
export * from './launch/index.js';
export * from './params/index.js';
export { DescriptionError, formatPlace, type Place } from './problems.js';
