import type { RunConfig } from '../job/index.js';
import type { CommandLine } from './command_line.js';
import { launchConfigOf } from './launch.js';
import { type RunCommandOptions, runConfigOf } from './run.js';

/** The configuration of a system: a launch file and its arguments, or user files. */
export function systemConfigOf(
  system: readonly string[],
  options: RunCommandOptions & { readonly allowCommand?: boolean },
  line: CommandLine,
): RunConfig {
  const [file = '', ...words] = system;
  return isLaunchFile(file)
    ? launchConfigOf(file, words, options, line)
    : runConfigOf(system, options, line);
}

/** The command that runs a system, given with options for that command among its words. */
export function systemCommandOf(words: readonly string[]): 'launch' | 'run' {
  const isValue = (at: number) => words[at - 1]?.startsWith('-') ?? false;
  return words.some((word, at) => isLaunchFile(word) && !isValue(at)) ? 'launch' : 'run';
}

function isLaunchFile(file: string): boolean {
  return /\.(ya?ml|xml)$/.test(file);
}
