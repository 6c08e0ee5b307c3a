import { Command, CommanderError } from 'commander';
import { OrreryError } from '../errors/index.js';
import {
  isLaunchFile,
  packageIndexOf,
  packageLaunchFile,
  SharedPackages,
} from '../launch/index.js';
import type { RunConfig } from '../system/index.js';
import type { CommandLine } from './command_line.js';
import { launchConfigOf } from './launch.js';
import { readSchedule, withSchedule } from './read_schedule.js';
import { programConfigOf, type RunCommandOptions } from './run.js';
import { allowCommandOption, paramOption, withoutOption } from './run_option_groups.js';
import { UNREPORTED, UNREPORTED_WORDS, withRunOptions } from './run_options.js';

/** The configuration of a system: a launch file, of a package or not, and its arguments, or programs. */
export function systemConfigOf(
  system: readonly string[],
  options: RunCommandOptions & {
    readonly allowCommand?: boolean;
    readonly without?: readonly string[];
  },
  line: CommandLine,
): RunConfig {
  const [file = '', ...words] = system;
  if (isLaunchFile(file)) return launchConfigOf(file, words, options, line);
  // `<package> <launch file>`; a package and an executable are programs.
  if (isLaunchFile(words[0] ?? '')) {
    const found = packageLaunchFile(system, packageIndexOf(options, process.cwd()));
    if (found !== undefined) return launchConfigOf(found.file, found.words, options, line);
  }
  return programConfigOf(system, options, line);
}

/**
 * The system that words describe, including options of `orrery run` or `orrery launch`, except for those
 * about what a run leaves behind and prints.
 *
 * @throws OrreryError `ORR_SYSTEM_WORDS`
 */
export function systemOfWords(words: readonly string[], line: CommandLine): RunConfig {
  return systemBy(wordsOfSystem(), words, line);
}

/** The same by a command that may have been used before. */
function systemBy(command: Command, words: readonly string[], line: CommandLine): RunConfig {
  try {
    command.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const why = error.message.replace(/^error: /, '');
    throw new OrreryError(
      'ORR_SYSTEM_WORDS',
      `"${words.join(' ')}" does not describe a system: ${why}.`,
    );
  }
  const options = { ...command.opts<RunCommandOptions>(), ...UNREPORTED_WORDS };
  const config = systemConfigOf(command.args, options, line);
  return options.schedule === undefined
    ? config
    : withSchedule(config, readSchedule(options.schedule));
}

/** So many systems are kept at once, each a few kilobytes. */
const MOST_KEPT = 1000;

/**
 * The same for many systems, such as the rows of a campaign, which all use the packages found for the first. Those that
 * differ only in a seed at the end of their words are described once: nothing else of a description depends on the seed.
 * A launch file that changes meanwhile therefore changes no row of a point that has begun.
 */
export function systemsOfWords(line: CommandLine): (words: readonly string[]) => RunConfig {
  const packages = new SharedPackages();
  // Made once, because it has some fifty options.
  const command = wordsOfSystem();
  const described = (words: readonly string[]) =>
    packages.during(() => systemBy(command, words, line));
  const kept = new Map<string, RunConfig>();
  return (words) => {
    const seed = words.at(-1);
    if (seed === undefined || words.at(-2) !== '--seed') return described(words);
    const others = words.slice(0, -2).join('\0');
    const known = kept.get(others);
    if (known !== undefined) return { ...known, seed };
    const config = described(words);
    if (kept.size < MOST_KEPT) kept.set(others, config);
    return config;
  };
}

/** A command that accepts the words of a system. */
export function wordsOfSystem(): Command {
  return withRunOptions(new Command('system'), [...UNREPORTED, 'stale', 'json'])
    .argument('<system...>')
    .addOption(paramOption())
    .addOption(allowCommandOption())
    .addOption(withoutOption())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
}
