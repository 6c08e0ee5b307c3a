import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import {
  describeSystem,
  type LaunchAction,
  launchEnvironmentOf,
  loadLaunchFile,
  packageIndexOf,
  packageLaunchFile,
  parseLaunchArguments,
  printLaunch,
  printLaunchArguments,
  readLaunchArguments,
} from '../launch/index.js';
import type { RunConfig } from '../system/index.js';
import type { CommandLine } from './command_line.js';
import { executeRun } from './execute_run.js';
import { print, printNote } from './print.js';
import type { RunCommandOptions } from './run.js';
import {
  allowCommandOption,
  OPTION_GROUPS,
  paramOption,
  withoutOption,
} from './run_option_groups.js';
import { type RunOptions, rosWordsOf, runConfigOf, withRunOptions } from './run_options.js';

interface LaunchCommandOptions extends RunCommandOptions {
  readonly showArgs?: boolean;
  readonly print?: boolean;
  readonly allowCommand?: boolean;
  readonly without?: readonly string[];
}

/** `line`: the part of the command line that is for the nodes. */
export function launchCommand(line: CommandLine): Command {
  const command = new Command('launch')
    .argument('<file>', 'launch file: .launch.yaml, .launch.xml, .launch.py; or <package> <file>')
    .argument('[arguments...]', 'launch arguments: name:=value');
  const { input } = OPTION_GROUPS;
  return withRunOptions(command)
    .addOption(paramOption())
    .addOption(allowCommandOption())
    .addOption(withoutOption())
    .optionsGroup(input)
    .option('-s, --show-args', 'show the arguments of the launch file, and end')
    .option('--print', 'print the expanded system, and end')
    .action(async (file: string, words: string[], options: LaunchCommandOptions) => {
      const found = packageLaunchFile([file, ...words], packageIndexOf(options, process.cwd()));
      const { file: path, words: others } = found ?? { file, words };
      process.exitCode = await launch(path, others, options, line);
    });
}

async function launch(
  file: string,
  words: readonly string[],
  options: LaunchCommandOptions,
  line: CommandLine,
): Promise<number> {
  const launchOptions = launchOptionsOf(file, words, options);
  if (options.showArgs) {
    print(printLaunchArguments(readLaunchArguments(file, launchOptions)));
    return 0;
  }
  if (options.print) {
    const description = loadLaunchFile(file, launchOptions);
    print(printLaunch(description));
    const warnings = [...description.warnings, ...description.actions.flatMap(notPrinted)];
    for (const warning of warnings) printNote(`warning: ${warning}\n`);
    return 0;
  }
  return executeRun(launchConfigOf(file, words, options, line), options);
}

/** What a printed system does not show, because it happens only while it runs. */
function notPrinted(action: LaunchAction): string[] {
  if (action.kind !== 'running_launch') return [];
  const reactions = action.reactions.join(', ');
  return [`${action.file}: what follows while it runs is not printed (${reactions}).`];
}

function launchOptionsOf(
  file: string,
  words: readonly string[],
  options: RunOptions & { readonly allowCommand?: boolean; readonly without?: readonly string[] },
) {
  return {
    args: parseLaunchArguments(words),
    packages: packageIndexOf(options, dirname(resolve(file))),
    allowCommand: options.allowCommand ?? false,
    without: options.without ?? [],
    ...launchEnvironmentOf(options),
  };
}

/** What to run: a launch file and its arguments. */
export function launchConfigOf(
  file: string,
  words: readonly string[],
  options: RunCommandOptions & {
    readonly allowCommand?: boolean;
    readonly without?: readonly string[];
  },
  { ros, components, args: further }: CommandLine,
): RunConfig {
  // What stands after `--` is for the launch file, as it is for programs.
  const args = parseLaunchArguments([...words, ...further]);
  const more = { args, rosArgs: rosWordsOf(ros, options) };
  return runConfigOf({ files: [file], components }, options, more, describeSystem);
}
