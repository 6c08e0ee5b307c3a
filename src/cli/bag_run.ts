import type { Command } from 'commander';
import type { Program, RunConfig } from '../job/index.js';
import { mainFileOf } from './main_file.js';
import {
  type CommonRunOptions,
  collect,
  configOfCommonOptions,
  withCommonRunOptions,
} from './run_options.js';

/** Options of a bag command that runs nodes. */
export interface RunWords extends CommonRunOptions {
  readonly param: readonly string[];
}

/** Adds the options of {@link RunWords} to a command. */
export function addRunOptions(command: Command): Command {
  return withCommonRunOptions(command).option(
    '-p, --param <name:=value>',
    'parameter for the nodes (repeatable)',
    collect,
    [],
  );
}

/** A run of these files that reads and leaves nothing yet. */
export function configOf(
  name: string,
  files: readonly string[],
  words: RunWords,
  rosArgs: readonly string[],
): RunConfig {
  return {
    ...configOfCommonOptions(name, words),
    programs: files.map((file): Program => ({ file: mainFileOf(file), args: [] })),
    rosArgs: [...rosArgs, ...words.param.flatMap((rule) => ['-p', rule])],
  };
}
