import type { Command } from 'commander';
import { describeSystem } from '../launch/index.js';
import type { RunConfig } from '../system/index.js';
import { paramOption } from './run_option_groups.js';
import {
  type CommonRunOptions,
  commandWords,
  systemOptionsOf,
  withRunOptions,
} from './run_options.js';

/** Options of a bag command that runs nodes. */
export interface RunWords extends CommonRunOptions {
  readonly param: readonly string[];
}

/** Adds the options of {@link RunWords} to a command. */
export function addRunOptions(command: Command): Command {
  return withRunOptions(command.addOption(paramOption()), ['input', 'record', 'live']);
}

/** A run of these files that has no bags and leaves nothing behind yet. */
export function configOf(
  name: string,
  files: readonly string[],
  words: RunWords,
  rosArgs: readonly string[],
): RunConfig {
  const all = [...rosArgs, ...words.param.flatMap((rule) => ['-p', rule])];
  const { config } = describeSystem({ files, name }, { ...systemOptionsOf(words), rosArgs: all });
  return { ...config, command: commandWords() };
}
