import { resolve } from 'node:path';
import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import {
  componentPrograms,
  initialTimeOf,
  PackageIndex,
  type Program,
  plainRosWords,
  programNameOf,
  type RunConfig,
} from '../job/index.js';
import type { CommandLine } from './command_line.js';
import { executeRun } from './execute_run.js';
import { mainFileOf } from './main_file.js';
import {
  collect,
  configOfOptions,
  packageSearch,
  type RunOptions,
  withRunOptions,
} from './run_options.js';

export interface RunCommandOptions extends RunOptions {
  readonly param: readonly string[];
}

/** `line`: what of the command line is for the nodes. */
export function runCommand(line: CommandLine): Command {
  const command = new Command('run')
    .description('Run scripts, components or a job of rclnodejs nodes in virtual time.')
    .argument(
      '[files...]',
      'user files (.js .cjs .mjs .ts); after --ros-args, arguments as in ROS 2',
    )
    .option(
      '-p, --param <name:=value>',
      'parameter for the job or its nodes (repeatable)',
      collect,
      [],
    )
    .addHelpText(
      'after',
      '\nComponents, as in rslcpp:\n  orrery run --component <package> <class> [--component-ros-args -p a:=b -r x:=y] …' +
        ' [--ros-args -p use_sim_time:=true -p initial_time_ns_since_epoch:=0]',
    );
  return withRunOptions(command).action(async (files: string[], options: RunCommandOptions) => {
    process.exitCode = await executeRun(runConfigOf(files, options, line), options);
  });
}

/** What is to be run, by the words of the command line. */
export function runConfigOf(
  files: readonly string[],
  options: RunCommandOptions,
  { ros, components }: CommandLine,
): RunConfig {
  if (files.length === 0 && components.length === 0) {
    throw new OrreryError(
      'ORR_NOTHING_TO_RUN',
      'There is nothing to run; give files, or --component <package> <class>.',
    );
  }
  const packages = new PackageIndex(packageSearch(options, process.cwd()));
  const programs = [
    ...files.map((file): Program => ({ file: mainFileOf(file), args: [] })),
    ...componentPrograms({ components }, packages),
  ];
  const first = files[0] ?? components[0]!.package;
  const name = programNameOf(resolve(first));
  const rosArgs = [...plainRosWords(ros), ...options.param.flatMap((rule) => ['-p', rule])];
  const config: RunConfig = {
    ...configOfOptions(name, options),
    programs,
    rosArgs,
    interfaces: packages.interfaceFolders(),
  };
  if (components.length === 0) return config;
  // As rslcpp: nodes are made at time 0, a monitor node watches, then the clock jumps.
  const initialTime = config.initialTime ?? initialTimeOf(ros);
  return { monitor: {}, ...config, initialTime, constructAtZero: true };
}
