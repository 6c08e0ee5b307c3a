/**
 * Part `file` of room `launch`: ROS 2 launch files (YAML, XML and Python) from text to an expanded,
 * validated description of a system, and back to text.
 *
 * Imports `errors`, `parameters`, `models` and `system`; nothing else of its room.
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
  NodeAction,
  NodeDescription,
  ProcessSettings,
  RunningLaunchAction,
  ShutdownAction,
  TimerAction,
} from './actions.js';
export { fullyQualifiedName } from './expand_node.js';
export type { LaunchOptions, LaunchPackages } from './launch_context.js';
export {
  loadLaunchFile,
  loadLaunchText,
  parseLaunchArguments,
  readLaunchArguments,
} from './load.js';
export { componentParameters, type NodeSetup, nodeSetup, remapRules } from './node_setup.js';
export { printLaunch } from './print_launch.js';
export { printLaunchArguments } from './print_launch_arguments.js';
export { KnownSources } from './source.js';
export { WallBudget } from './wall_budget.js';
