import { spawn } from 'node:child_process';
import { OrreryError } from '../errors/index.js';
import { type RunFile, readRunFile } from '../record/index.js';
import { type ProcessSurroundings, runInProcess } from '../run/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import type { Disturbance } from './disturbances.js';

/** Keeps a core busy until its parent has ended. */
const SPINNER =
  'const parent = process.ppid; for (let i = 1; ; i++) if (i % 1e6 === 0 && process.ppid !== parent) process.exit();';

/**
 * Makes a run in a fresh process under a disturbance; it leaves its files in `directory`.
 *
 * @throws OrreryError `ORR_VERIFY_RUN` if the process left no result, or the abort reason of the signal
 */
export async function disturbedRun(
  config: RunConfig,
  node: string,
  { name, flags, environment, load, sleepMs }: Disturbance,
  directory: string,
  place: Pick<ProcessSurroundings, 'signal' | 'installation' | 'argv0'> = {},
): Promise<RunFile> {
  const spinner = load ? spawn(process.execPath, ['-e', SPINNER], { stdio: 'ignore' }) : undefined;
  const placed = withChanges(config, {
    output: { directory },
    proof: sleepMs === undefined ? {} : { disturbMs: sleepMs },
  });
  try {
    await runInProcess(placed, { node, flags, environment, ...place });
    return readRunFile(directory);
  } catch (cause) {
    if (!(cause instanceof OrreryError)) throw cause;
    throw new OrreryError(
      'ORR_VERIFY_RUN',
      `A run under "${name}" with ${node} left no result: ${cause.code}: ${cause.message}`,
      { cause },
    );
  } finally {
    spinner?.kill();
  }
}
