/**
 * Room `models`: what takes time and what goes wrong. Execution times, delays and links, faults,
 * discovery, clocks, and the configuration that describes them.
 *
 * May import: `errors`, `math`, `packages`, `kernel`, `interfaces`, `graph`.
 */

export type { Cargo } from './cargo.js';
export type {
  BoxModel,
  ChannelModel,
  FadingModel,
  PathLossModel,
  Point,
  PositionModel,
  ShadowingModel,
  TrajectoryPoint,
} from './channel_model.js';
export { checkSystemModels } from './config/check_system_models.js';
export { type ConfigNode, ConfigProblems, parseConfig } from './config/config_node.js';
export { ConfigReader, type Read } from './config/config_reader.js';
export { parseExecutorChoice, parseExecutorPolicy } from './config/parse_executor_choice.js';
export { parseSystemModels, readSystemModels } from './config/read_models.js';
export { DiscoveryRules } from './discovery_rules.js';
export {
  type Bounds,
  createSampler,
  type Distribution,
  type Sampler,
  type Trace,
} from './distribution.js';
export { ExecutionTimeRules } from './execution_time_rules.js';
export type { ExecutionTimes } from './execution_times.js';
export type { Affected, BurstLoss, CorruptFault, Fault, Interval } from './faults/fault.js';
export { type FaultKind, faultKindsThat, faultsOn } from './faults/fault_kinds.js';
export {
  crashNode,
  freezeNode,
  type NodeFaultHooks,
  planNodeFaults,
} from './faults/plan_node_faults.js';
export { LinkChannel } from './link_channel.js';
export { LinkPaths } from './link_paths.js';
export { matchesAny, matchesName } from './matches_name.js';
export { mergeModels } from './merge_models.js';
export { ModelRoute } from './model_route.js';
export type {
  AgentLinkRule,
  AgentModel,
  ExternalNetworkModel,
  FlowModel,
  LinkQuality,
  NetworkModel,
  NetworkSimulatorModel,
  Ns3NetworkModel,
  SimpleNetworkModel,
  TrafficModel,
  TunModel,
  WifiNetworkModel,
  WifiStandardName,
  WindowsModel,
} from './network_model.js';
export { NodeClocks } from './node_clocks.js';
export { parseAttachedNode } from './parse_attached_node.js';
export type { PathEnd } from './path_end.js';
export { pathName } from './path_name.js';
export type {
  DriveCommon,
  DriveModel,
  PhysicsModel,
  RobotModel,
  SensorCommon,
  SensorModel,
  VehicleModel,
} from './physics_model.js';
export type {
  AttachedNode,
  CallbackEndRule,
  CallbackGroupModel,
  DeclaredOrder,
  DiscoveryModel,
  DiscoveryRule,
  ExecutionTimeRule,
  ExecutorChoice,
  ExecutorModel,
  ExecutorPolicy,
  LinkRule,
  MachineModel,
  PolicyName,
  PriorityRule,
  ProcessLimitsModel,
  SystemModels,
  Take,
  TopicDelay,
  WaitRule,
} from './system_models.js';
export { type TopicDelayLine, topicDelaysOf } from './topic_delay_line.js';
export { TopicDelays } from './topic_delays.js';
export { datagramModels, messageModels } from './wire_models.js';
