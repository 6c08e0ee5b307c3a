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
} from './parameters.js';
export { parseFilter } from './parse_filter.js';
export { pythonClass, pythonText } from './python_text.js';
export { RosNetwork } from './ros_network.js';
export {
  type EndpointInfo,
  isHidden,
  type NamedEndpoints,
  type NodeInfo,
  SystemGraph,
} from './system_graph.js';
export { BandwidthMeter, DelayMeter, type Meter, RateMeter } from './topic_meters.js';
export { fieldOf, readFields } from './yaml_fields.js';
