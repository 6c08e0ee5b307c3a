/**
 * Part `params` of room `job`: ROS 2 parameter files, `-p`, `-r` and `--ros-args`.
 *
 * Imports only `errors` and the sources beside it in `job`.
 */
export type { PlacedValue } from './file_reader.js';
export { nodePatternMatches, nodePatternMistake } from './node_pattern.js';
export { type ParameterEntry, ParameterRules, parametersFor } from './parameter_rules.js';
export {
  formatRemapRule,
  isNamespace,
  isNodeName,
  isRemappableName,
  parseRemapRule,
  type RemapRule,
} from './remap_rule.js';
export {
  type ParameterArgument,
  parseParameterRule,
  parseRosArguments,
  type RosArguments,
  rulesFromArguments,
  splitRosArguments,
} from './ros_arguments.js';
export {
  arrayOf,
  equalParameterValues,
  formatDouble,
  formatParameterValue,
  type ParameterValue,
  readScalar,
  type ScalarStyle,
  type ScalarValue,
} from './value.js';
export { parseParameterValue, readParameterNode } from './value_reader.js';
