import { spawn } from 'node:child_process';
import { OrreryError } from '../errors/index.js';
import type { Disturbance } from './disturbances.js';
import { processEnd } from './process_end.js';
import { type RunFile, readRunFile } from './recorded_run.js';

/** A run to repeat. */
export interface RunCommand {
  /** The command line's own file. */
  readonly main: string;
  /** Arguments of `orrery run`, files included, before `--ros-args`. */
  readonly args: readonly string[];
  readonly rosArgs: readonly string[];
}

/** Keeps a core busy until its parent is gone. */
const SPINNER =
  'const parent = process.ppid; for (let i = 1; ; i++) if (i % 1e6 === 0 && process.ppid !== parent) process.exit();';

/**
 * Runs the command in a fresh process, which leaves its files in `directory`.
 *
 * @throws OrreryError `ORR_VERIFY_RUN` when the process left no result
 */
export async function runInProcess(
  command: RunCommand,
  node: string,
  disturbance: Disturbance,
  directory: string,
): Promise<RunFile> {
  const spinner = disturbance.load
    ? spawn(process.execPath, ['-e', SPINNER], { stdio: 'ignore' })
    : undefined;
  try {
    const { args, rosArgs } = command;
    const words = [...args, ...disturbance.options, '--record', directory];
    if (rosArgs.length > 0) words.push('--ros-args', ...rosArgs);
    const child = spawn(node, [...disturbance.flags, command.main, 'run', ...words], {
      env: { ...process.env, ...disturbance.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
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
