import { basename, dirname, resolve } from 'node:path';
import { Command } from 'commander';
import {
  loadLaunchFile,
  PackageIndex,
  parseLaunchArguments,
  plainRosWords,
  prepareLaunch,
  printLaunch,
  printLaunchArguments,
  type RunConfig,
  readLaunchArguments,
} from '../job/index.js';
import type { CommandLine } from './command_line.js';
import { executeRun } from './execute_run.js';
import { configOfOptions, packageSearch, type RunOptions, withRunOptions } from './run_options.js';

interface LaunchCommandOptions extends RunOptions {
  readonly showArgs?: boolean;
  readonly print?: boolean;
  readonly allowCommand?: boolean;
}

/** `line`: what of the command line is for the nodes. */
export function launchCommand(line: CommandLine): Command {
  const command = new Command('launch')
    .description('Run the system that a ROS 2 launch file (YAML or XML) describes.')
    .argument('<file>', 'launch file: .launch.yaml, .launch.xml')
    .argument('[arguments...]', 'launch arguments: name:=value')
    .option('-s, --show-args', 'show the arguments of the launch file and end')
    .option('--print', 'print the expanded system and end')
    .option('--allow-command', 'let $(command …) start programs');
  return withRunOptions(command).action(
    async (file: string, words: string[], options: LaunchCommandOptions) => {
      process.exitCode = await launch(file, words, options, line);
    },
  );
}

async function launch(
  file: string,
  words: readonly string[],
  options: LaunchCommandOptions,
  line: CommandLine,
): Promise<number> {
  const launchOptions = launchOptionsOf(file, words, options);
  if (options.showArgs) {
    process.stdout.write(printLaunchArguments(readLaunchArguments(file, launchOptions)));
    return 0;
  }
  if (options.print) {
    process.stdout.write(printLaunch(loadLaunchFile(file, launchOptions)));
    return 0;
  }
  return executeRun(launchConfigOf(file, words, options, line), options);
}

function launchOptionsOf(
  file: string,
  words: readonly string[],
  options: RunOptions & { readonly allowCommand?: boolean },
) {
  return {
    args: parseLaunchArguments(words),
    packages: new PackageIndex(packageSearch(options, dirname(resolve(file)))),
    allowCommand: options.allowCommand ?? false,
  };
}

/** What is to be run, by a launch file and its arguments; its warnings are printed. */
export function launchConfigOf(
  file: string,
  words: readonly string[],
  options: RunOptions & { readonly allowCommand?: boolean },
  { ros }: CommandLine,
): RunConfig {
  const launchOptions = launchOptionsOf(file, words, options);
  const { packages } = launchOptions;
  const { description, steps } = prepareLaunch(file, launchOptions, packages);
  for (const warning of description.warnings) process.stderr.write(`warning: ${warning}\n`);
  const name = basename(file).replace(/(\.launch)?\.(ya?ml|xml)$/, '');
  return {
    ...configOfOptions(name, options),
    programs: [],
    launch: steps,
    rosArgs: plainRosWords(ros),
    interfaces: packages.interfaceFolders(),
  };
}
