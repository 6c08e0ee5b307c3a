import { spawn } from 'node:child_process';
import { OrreryError } from '../errors/index.js';
import type { Disturbance } from './disturbances.js';
import { processEnd } from './process_end.js';
import { type RunFile, readRunFile } from './recorded_run.js';

/** A system to run, as on the command line. */
export interface SystemCommand {
  /** The command line's own file. */
  readonly main: string;
  /** `run` or `launch`, and everything that all runs have in common, before `--ros-args`. */
  readonly words: readonly string[];
  readonly rosArgs: readonly string[];
}

/** Keeps a core busy until its parent is gone. */
const SPINNER =
  'const parent = process.ppid; for (let i = 1; ; i++) if (i % 1e6 === 0 && process.ppid !== parent) process.exit();';

/**
 * Runs the command in a fresh process, which leaves its files in `directory`.
 *
 * @throws OrreryError `ORR_VERIFY_RUN` when the process left no result; what ended the signal
 */
export async function runInProcess(
  command: SystemCommand,
  node: string,
  disturbance: Disturbance,
  directory: string,
  signal?: AbortSignal,
): Promise<RunFile> {
  const spinner = disturbance.load
    ? spawn(process.execPath, ['-e', SPINNER], { stdio: 'ignore' })
    : undefined;
  try {
    const { main, rosArgs } = command;
    const words = [...command.words, ...disturbance.options, '--record', directory];
    if (rosArgs.length > 0) words.push('--ros-args', ...rosArgs);
    const child = spawn(node, [...disturbance.flags, main, ...words], {
      env: { ...process.env, ...disturbance.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    const { code, errors } = await processEnd(child);
    try {
      return readRunFile(directory);
    } catch (cause) {
      throw new OrreryError(
        'ORR_VERIFY_RUN',
        `A run under "${disturbance.name}" with ${node} left no result (exit code ${code}): ${errors.trim() || 'it printed nothing'}`,
        { cause },
      );
    }
  } finally {
    spinner?.kill();
  }
}
