/**
 * Room `parameters`: what ROS 2 reads from parameter files and the command line: values, node patterns, precedence,
 * `-p`, `-r`, `--ros-args`. It also reads YAML with the place of every node.
 *
 * May import: `errors`, `packages`.
 */

export { nodePatternMatches } from './node_pattern_matches.js';
export { type ParameterEntry, ParameterRules } from './parameter_rules.js';
export { parseParameterValue, readParameterNode } from './parse_parameter_value.js';
export type { PlacedValue } from './read_parameter_sections.js';
export {
  type AliasRule,
  readYaml,
  type YamlEntry,
  type YamlMapping,
  type YamlNode,
  type YamlScalar,
  type YamlSequence,
} from './read_yaml.js';
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
  parseRosArguments,
  type RosArguments,
  rulesFromArguments,
  type SplitArguments,
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
