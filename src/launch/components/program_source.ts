import { didYouMean, OrreryError } from '../../errors/index.js';
import type { BuiltinProgram } from '../../system/index.js';
import type { PackageIndex } from './package_index.js';

/** A file to load, or the built-in program in its place. */
export interface ProgramSource {
  /** Absolute path, or the name of a built-in program. */
  readonly file: string;
  readonly builtin?: BuiltinProgram;
}

interface BuiltinComponent {
  readonly builtin: BuiltinProgram;
  /** The executable that creates only this component. */
  readonly executable: string;
}

/** Component classes by package. */
const COMPONENTS: Readonly<Record<string, Readonly<Record<string, BuiltinComponent>>>> = {
  nav2_lifecycle_manager: {
    'nav2_lifecycle_manager::LifecycleManager': {
      builtin: 'lifecycle_manager',
      executable: 'lifecycle_manager',
    },
  },
  robot_state_publisher: {
    'robot_state_publisher::RobotStatePublisher': {
      builtin: 'robot_state_publisher',
      executable: 'robot_state_publisher',
    },
  },
  rosbag2_transport: {
    'rosbag2_transport::Player': { builtin: 'bag_player', executable: 'player' },
    'rosbag2_transport::Recorder': { builtin: 'bag_recorder', executable: 'recorder' },
  },
  rslcpp_helper_nodes: {
    'rslcpp_helper_nodes::BagPlayer': {
      builtin: 'bag_player',
      executable: 'bag_player_component',
    },
    'rslcpp_helper_nodes::BagRecorder': {
      builtin: 'bag_recorder',
      executable: 'bag_recorder_component',
    },
    'rslcpp_helper_nodes::SimulationMonitor': {
      builtin: 'simulation_monitor',
      executable: 'simulation_monitor_component',
    },
  },
};

/** Executables that are not components. */
const EXECUTABLES: Readonly<Record<string, BuiltinProgram>> = {
  'nav2_lifecycle_manager/lifecycle_manager': 'lifecycle_manager',
  'orrery/lifecycle_manager': 'lifecycle_manager',
  'robot_state_publisher/robot_state_publisher': 'robot_state_publisher',
  'tf2_ros/static_transform_publisher': 'static_transform_publisher',
};

/**
 * The source of a component class: from the user's own package of that name, else a built-in one.
 * The built-in one also replaces a compiled package, which a simulation cannot load.
 *
 * @throws OrreryError as {@link PackageIndex.findComponent}
 */
export function componentSource(
  packages: PackageIndex,
  packageName: string,
  plugin: string,
): ProgramSource {
  const known = isOwn(packages, packageName) ? undefined : COMPONENTS[packageName];
  const builtin = known?.[plugin]?.builtin;
  if (builtin !== undefined) return { file: builtin, builtin };
  if (known !== undefined && !packages.packages.has(packageName)) {
    const names = Object.keys(known);
    const hint = didYouMean(plugin, names) || `; it has ${names.join(', ')}.`;
    throw new OrreryError(
      'ORR_COMPONENT_UNKNOWN',
      `The package "${packageName}" has no component "${plugin}"${hint}`,
    );
  }
  return { file: packages.findComponent(packageName, plugin) };
}

/**
 * The built-in program with the name of an executable, if there is one, and the component it makes.
 */
export function builtinExecutable(
  packages: PackageIndex,
  packageName: string,
  executable: string,
): (ProgramSource & { readonly component?: string }) | undefined {
  if (isOwn(packages, packageName)) return undefined;
  const program = EXECUTABLES[`${packageName}/${executable}`];
  if (program !== undefined) return { file: program, builtin: program };
  for (const [component, known] of Object.entries(COMPONENTS[packageName] ?? {})) {
    const { builtin } = known;
    if (known.executable === executable) return { file: builtin, builtin, component };
  }
  return undefined;
}

/** Whether the user has a package of this name that a simulation can run. */
function isOwn(packages: PackageIndex, packageName: string): boolean {
  return packages.packages.get(packageName)?.kind === 'node';
}
