import { rmdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command, Option } from 'commander';
import { describeSystem, type SystemOptions, type SystemTarget } from '../launch/index.js';
import { reserveRunDirectory } from '../record/index.js';
import { type Distro, type OutputSettings, type RunConfig, withChanges } from '../system/index.js';
import { liveSettingsOf, type NetworkWords } from './network_options.js';
import { parseBagArgument } from './playback_words.js';
import { printNote } from './print.js';
import { OPTION_GROUPS, runOptionGroups } from './run_option_groups.js';
import { wholeNumber } from './whole_number.js';

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
  readonly schedule?: string;
  readonly allowStale?: boolean;
  readonly clockAdvances?: boolean;
  readonly measure?: string;
  readonly executor: readonly string[];
  readonly packages: readonly string[];
  readonly env: readonly string[];
  readonly envFile: readonly string[];
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
  readonly record: string | boolean;
  readonly bag: readonly string[];
  readonly rate?: string;
}

/** Adds the options of {@link RunOptions} to a command. */
export function withRunOptions(command: Command): Command {
  return withOptions(command, runOptionGroups());
}

/** Adds the options of {@link CommonRunOptions} to a command. */
export function withCommonRunOptions(command: Command): Command {
  return withOptions(command, runOptionGroups({ files: false }));
}

function withOptions(command: Command, groups: ReadonlyMap<string, readonly Option[]>): Command {
  for (const [heading, options] of groups) {
    for (const option of options) command.addOption(option.helpGroup(heading));
  }
  return command.optionsGroup(OPTION_GROUPS.common).helpOption('-h, --help', 'show this help');
}

/** What the options of {@link CommonRunOptions} request. */
export function systemOptionsOf(options: CommonRunOptions): SystemOptions {
  const { initialTime, instantLimit, messageLimit } = options;
  return {
    ...options,
    executors: options.executor,
    rate: options.realTime ? 1 : undefined,
    initialTime: initialTime === undefined ? undefined : wholeNumber(initialTime),
    instantLimit: instantLimit === undefined ? undefined : Number(wholeNumber(instantLimit)),
    messageLimit: messageLimit === undefined ? undefined : Number(wholeNumber(messageLimit)),
  };
}

/** The system that the options of {@link RunOptions} describe; its warnings are printed. */
export function runConfigOf(
  target: SystemTarget,
  options: RunOptions & { readonly allowCommand?: boolean },
  more: Pick<SystemOptions, 'args' | 'rosArgs'>,
): RunConfig {
  const live = liveSettingsOf(options);
  const { config, warnings } = describeSystem(target, {
    ...systemOptionsOf(options),
    ...more,
    bags: options.bag.map(parseBagArgument),
    live,
    rate: options.rate ?? (options.realTime || live !== undefined ? 1 : undefined),
  });
  for (const warning of warnings) printNote(`warning: ${warning}\n`);
  const directory = directoryOf(config.name, options.record);
  return { ...withChanges(config, { output: { directory } }), command: commandWords() };
}

/** The command line that repeats this one. */
export function commandWords(): string[] {
  return ['orrery', ...process.argv.slice(2)];
}

function directoryOf(name: string, record: string | boolean): string | undefined {
  if (record === false) return undefined;
  if (typeof record === 'string') return resolve(record);
  const directory = reserveRunDirectory(name);
  // A run that fails before it has written anything leaves nothing behind; a directory in use stays.
  process.on('exit', () => {
    try {
      rmdirSync(directory);
    } catch {}
  });
  return directory;
}
