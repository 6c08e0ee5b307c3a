import { rmdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type DescribedSystem,
  describePrograms,
  type SystemOptions,
  type SystemTarget,
} from '../launch/index.js';
import type { RosArguments } from '../parameters/index.js';
import { reserveRunDirectory } from '../record/index.js';
import {
  type Distro,
  type OutputSettings,
  plainRosWords,
  type RunConfig,
  withChanges,
} from '../system/index.js';
import { liveSettingsOf, type NetworkWords } from './network_options.js';
import { parseBagArgument } from './playback_words.js';
import { printOnce } from './print.js';
import { OPTION_GROUPS, runOptionGroups } from './run_option_groups.js';
import { positiveIntegerOf, wholeNumber } from './whole_number.js';

/** Options of a run, except for what it reads and writes. */
export interface CommonRunOptions {
  readonly until?: string;
  readonly untilTopic: readonly string[];
  readonly untilPlayed?: boolean;
  readonly untilExit: readonly string[];
  readonly monitorTimeout?: string;
  readonly wallLimit?: string;
  readonly exitCodeByEnd?: boolean;
  readonly seed: string;
  readonly delays?: string;
  readonly models: readonly string[];
  readonly attach: readonly string[];
  readonly schedule?: string;
  readonly allowStale?: boolean;
  readonly check: readonly string[];
  readonly clockAdvances?: boolean;
  readonly measure?: string;
  readonly executor: readonly string[];
  readonly packages: readonly string[];
  readonly env: readonly string[];
  readonly envFile: readonly string[];
  readonly stdin?: string;
  readonly distro?: Distro;
  readonly initialTime?: string;
  readonly instantLimit?: string;
  readonly messageLimit?: string;
  readonly digest: OutputSettings['digest'];
  readonly realTime?: boolean;
  readonly doctor?: boolean;
  readonly strict?: boolean;
  readonly disturb?: string;
  readonly json?: boolean;
  readonly junit?: string;
}

/** Options of every command that runs a system. */
export interface RunOptions extends CommonRunOptions, NetworkWords {
  readonly live?: boolean;
  readonly serve?: string;
  readonly studio?: boolean;
  readonly record: string | boolean;
  readonly bag: readonly string[];
  readonly rate?: string;
}

/** The parts that a command omits if its runs leave nothing behind and print nothing themselves. */
export const UNREPORTED = [
  'record',
  'report',
  'exitCode',
  'measure',
  'doctor',
  'live',
  'check',
] as const;

/** The values of the options that {@link UNREPORTED} omits. */
export const UNREPORTED_WORDS = { record: false, interface: [], peer: [] } as const;

/**
 * Adds the options of {@link RunOptions} to a command.
 *
 * @param without - what the command does not support; these options are unknown to it
 */
export function withRunOptions(
  command: Command,
  without?: Parameters<typeof runOptionGroups>[0],
): Command {
  for (const [heading, options] of runOptionGroups(without)) {
    for (const option of options) command.addOption(option.helpGroup(heading));
  }
  return command.optionsGroup(OPTION_GROUPS.common).helpOption('-h, --help');
}

/** The settings that the options of {@link CommonRunOptions} request. */
export function systemOptionsOf(options: CommonRunOptions): SystemOptions {
  const { initialTime, instantLimit, messageLimit } = options;
  return {
    ...options,
    executors: options.executor,
    rate: options.realTime ? 1 : undefined,
    initialTime: initialTime === undefined ? undefined : wholeNumber(initialTime),
    instantLimit: instantLimit === undefined ? undefined : Number(wholeNumber(instantLimit)),
    messageLimit:
      messageLimit === undefined ? undefined : positiveIntegerOf('--message-limit', messageLimit),
  };
}

/** How a target becomes a system: whether it may be a launch file is for the command to know. */
export type Describe = (target: SystemTarget, options: SystemOptions) => DescribedSystem;

/** The system that the options of {@link RunOptions} describe; its warnings are printed, each once. */
export function runConfigOf(
  target: SystemTarget,
  options: RunOptions & { readonly allowCommand?: boolean; readonly without?: readonly string[] },
  more: Pick<SystemOptions, 'args' | 'rosArgs' | 'programArgs'>,
  describe: Describe = describePrograms,
): RunConfig {
  const live = liveSettingsOf(options);
  const { config, warnings } = describe(target, {
    ...systemOptionsOf(options),
    ...more,
    bags: options.bag.map(parseBagArgument),
    live,
    rate: options.rate ?? (options.realTime || live !== undefined ? 1 : undefined),
  });
  // A campaign describes its system anew for every row.
  for (const warning of warnings) printOnce(`warning: ${warning}\n`);
  const directory = directoryOf(config.name, options.record);
  return { ...withChanges(config, { output: { directory } }), command: commandWords() };
}

/** The ROS arguments of a command line, with those of its `-p`. */
export function rosWordsOf(
  ros: RosArguments,
  { param }: { readonly param: readonly string[] },
): string[] {
  return [...plainRosWords(ros), ...param.flatMap((rule) => ['-p', rule])];
}

/** The command line that repeats this one. */
export function commandWords(): string[] {
  return ['orrery', ...process.argv.slice(2)];
}

function directoryOf(name: string, record: string | boolean): string | undefined {
  if (record === false) return undefined;
  if (typeof record === 'string') return resolve(record);
  const directory = reserveRunDirectory(name);
  // A run that fails before it has written anything leaves nothing behind; a directory that is not empty stays.
  process.on('exit', () => {
    try {
      rmdirSync(directory);
    } catch {}
  });
  return directory;
}
