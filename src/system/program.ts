import type { ProcessExecutor } from '../simulation/index.js';

/** A program that Orrery provides in place of a package of ROS 2 or rslcpp. */
export type BuiltinProgram =
  | 'bag_player'
  | 'bag_recorder'
  | 'lifecycle_manager'
  | 'robot_state_publisher'
  | 'simulation_monitor'
  | 'static_transform_publisher';

/** A user file to run, described like the start of a separate process. Plain data. */
export interface Program {
  /** Absolute path; for a program that comes with Orrery, its name. */
  readonly file: string;
  /** What it sees in `process.argv` after its file. */
  readonly args: readonly string[];
  /** Its name in traces and messages; unique in a run. Default: from the file's name. */
  readonly name?: string;
  /** ROS arguments for this program only; they precede those of the whole run. */
  readonly rosArgs?: readonly string[];
  /** The component class to create, e.g. `my_pkg::Talker`; without it the file is a script or job. */
  readonly component?: string;
  /** Programs of one process share their modules and end together. Default: the name. */
  readonly process?: string;
  /** Environment variables that it sees beyond those of the run. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of the run's environment that it does not see. */
  readonly unsetEnv?: readonly string[];
  /** How its nodes are run, if the launch file says so. */
  readonly executor?: ProcessExecutor;
  /** A program of Orrery itself instead of a file. */
  readonly builtin?: BuiltinProgram;
}
