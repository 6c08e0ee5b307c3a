import { Command } from 'commander';
import { OrreryError } from '../errors/index.js';
import { isLaunchFile } from '../launch/index.js';
import type { RunConfig } from '../system/index.js';
import type { CommandLine } from './command_line.js';
import { executeRun } from './execute_run.js';
import { paramOption } from './run_option_groups.js';
import { type RunOptions, rosWordsOf, runConfigOf, withRunOptions } from './run_options.js';

export interface RunCommandOptions extends RunOptions {
  readonly param: readonly string[];
}

/** `line`: the part of the command line that is for the nodes. */
export function runCommand(line: CommandLine): Command {
  const command = new Command('run')
    .argument(
      '[files...]',
      'user files (.js .cjs .mjs .ts .py), or <package> <executable>; after --ros-args, arguments as in ROS 2;' +
        ' after --, arguments of the programs; -m <module> [arguments]: a module of Python',
    )
    .addOption(paramOption())
    .addHelpText(
      'after',
      '\nComponents, as in rslcpp:\n  orrery run --component <package> <class> [--component-ros-args -p a:=b -r x:=y] …' +
        ' [--ros-args -p use_sim_time:=true -p initial_time_ns_since_epoch:=0]',
    );
  return withRunOptions(command).action(async (files: string[], options: RunCommandOptions) => {
    process.exitCode = await executeRun(await configOf(files, options, line), options);
  });
}

/** What reads launch files is half of the code that describes systems: it is loaded for a launch file alone. */
async function configOf(
  files: readonly string[],
  options: RunCommandOptions,
  line: CommandLine,
): Promise<RunConfig> {
  const [first = '', ...words] = files;
  if (!isLaunchFile(first)) return programConfigOf(files, options, line);
  return (await import('./launch.js')).launchConfigOf(first, words, options, line);
}

/** What to run: user files and components. */
export function programConfigOf(
  files: readonly string[],
  options: RunCommandOptions,
  { ros, components, args }: CommandLine,
): RunConfig {
  if (files.length === 0 && components.length === 0) {
    throw new OrreryError(
      'ORR_NOTHING_TO_RUN',
      'There is nothing to run; give files, or --component <package> <class>.',
    );
  }
  const more = { rosArgs: rosWordsOf(ros, options), programArgs: args };
  return runConfigOf({ files, components }, options, more);
}
