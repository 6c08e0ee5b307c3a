/**
 * Room `tools`: what the commands of ROS 2 do with a live system or a recording: list nodes and topics,
 * show messages and their rates, publish, and call services.
 *
 * May import: `errors`, `parameters`, `interfaces`, `bag`, `dds`, `live`.
 */
export { type Abbreviation, abbreviated } from './abbreviated.js';
export { actionGoal, type GoalOutcome } from './action_goal.js';
export { Bridge, type BridgeRule } from './bridge.js';
export { diagnoseNetwork, type NetworkFinding, vendorName } from './diagnose_network.js';
export { type ReportSection, reportNetwork } from './network_report.js';
export {
  deleteParameters,
  describeParameter,
  getParameters,
  listParameters,
  parameterMessage,
  parameterText,
  parameterTree,
  parameterTypes,
  setParameters,
  setParametersAtomically,
} from './parameters.js';
export { parseFilter } from './parse_filter.js';
export { pythonClass, pythonText } from './python_text.js';
export {
  Float,
  isRecord,
  itemsOf,
  type PythonTree,
  pythonStr,
  pythonTree,
  truncated,
} from './python_tree.js';
export { pythonYaml } from './python_yaml.js';
export { RosNetwork } from './ros_network.js';
export {
  actionsAmong,
  type EndpointInfo,
  isHidden,
  type NamedEndpoints,
  type NodeInfo,
  SystemGraph,
} from './system_graph.js';
export {
  BandwidthMeter,
  DelayMeter,
  type Meter,
  measuredTable,
  RateMeter,
} from './topic_meters.js';
export { fieldOf, readFields, stampedFields } from './yaml_fields.js';
