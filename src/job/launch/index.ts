/**
 * Part `launch` of room `job`: ROS 2 launch files (YAML and XML) from text to an expanded,
 * validated description of a system, and back to text.
 *
 * Imports only `errors`, `models`, `job/params` and the sources beside it in `job`.
 */
export type {
  CallbackGroupDescription,
  ComponentDescription,
  ContainerAction,
  DeclaredArgument,
  EventHandlerAction,
  ExecutableAction,
  LaunchAction,
  LaunchDescription,
  LaunchParameter,
  LaunchRemap,
  LifecycleTransitionAction,
  LoadComponentsAction,
  LogAction,
  LogLevel,
  NodeAction,
  NodeDescription,
  ProcessSettings,
  ShutdownAction,
  TimerAction,
} from './actions.js';
export { fullyQualifiedName, joinNamespace } from './expand_node.js';
export { ExpressionMistake, evaluateExpression } from './expression.js';
export type { LaunchOptions, LaunchPackages } from './launch_context.js';
export {
  loadLaunchFile,
  loadLaunchText,
  parseLaunchArguments,
  readLaunchArguments,
} from './load.js';
export { componentParameters, type NodeSetup, nodeSetup, remapRules } from './node_setup.js';
export { printLaunch, printLaunchArguments } from './print.js';
export { allNodes } from './unmatched_parameters.js';
