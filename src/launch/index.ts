/**
 * Room `launch`: turns options, launch files and packages into a system to run.
 *
 * - `file`: launch files in YAML, XML and Python, expanded to plain actions;
 * - `components`: packages, components and executables, and the command line of rslcpp;
 * - the plan: the resulting steps and programs of room `system`.
 *
 * May import: `errors`, `math`, `packages`, `parameters`, `kernel`, `models`, `simulation`, `live`,
 * `system`.
 */

export type { LiveSettings, ResumeSettings, ServeSettings } from '../live/index.js';
export {
  type ComponentArgument,
  type ComponentCommand,
  PackageIndex,
  type PackageSearch,
  parseComponentCommand,
} from './components/index.js';
export {
  type DescribedSystem,
  describePrograms,
  packageIndexOf,
  type SystemTarget,
} from './describe_programs.js';
export { describeSystem, launchEnvironmentOf } from './describe_system.js';
export {
  type LaunchAction,
  loadLaunchFile,
  parseLaunchArguments,
  printLaunch,
  printLaunchArguments,
  readLaunchArguments,
} from './file/index.js';
export { packageLaunchFile } from './find_in_package.js';
export type { EnvironmentOptions } from './given_environment.js';
export { isLaunchFile } from './launch_name.js';
export { planProcess } from './plan_process.js';
export { PYTHON_MODULE, PYTHON_PACKAGES } from './python_packages.js';
export { SharedPackages } from './shared_packages.js';
export { listOf, type SystemOptions } from './system_options.js';
