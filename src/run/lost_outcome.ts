import { OrreryError } from '../errors/index.js';
import {
  describeErrors,
  exitCodeOf,
  type RunEnd,
  type RunFile,
  type RunOutcome,
  readRunFile,
} from '../record/index.js';
import type { RunConfig } from '../system/index.js';

/** The ending of a run whose thread is gone, derived from its error; undefined: the error means something else. */
export function endOfLost(error: unknown): RunEnd | undefined {
  if (!(error instanceof OrreryError)) return undefined;
  if (error.code === 'ORR_WALL_LIMIT') return 'wall';
  if (error.code === 'ORR_RUN_INTERRUPTED') return 'interrupted';
  return error.code === 'ORR_RUN_STOPPED' ? 'failed' : undefined;
}

/**
 * The outcome of a run whose thread is gone, as of its last checkpoint.
 *
 * @param wallSeconds - how long its thread has lived
 */
export function lostOutcome(
  config: RunConfig,
  end: RunEnd,
  error: unknown,
  wallSeconds: number,
): RunOutcome {
  const known = lastCheckpoint(config.output.directory);
  return {
    end,
    exitCode: exitCodeOf(end, 0, undefined),
    errors: describeErrors(error),
    warnings: [],
    leaks: known?.leaks ?? [],
    modules: [],
    digest: known?.digest ?? { total: '', order: '', nodes: {}, topics: {} },
    start: BigInt(known?.time.start ?? 0),
    stop: BigInt(known?.time.stop ?? 0),
    callbacks: known?.counts.callbacks ?? 0,
    instants: known?.counts.instants ?? 0,
    messages: known?.counts.messages ?? 0,
    recorded: known?.counts.messages ?? 0,
    graph: known?.graph,
    results: {},
    peakMemory: process.resourceUsage().maxRSS * 1024,
    wallSeconds,
  };
}

function lastCheckpoint(directory: string | undefined): RunFile | undefined {
  if (directory === undefined) return undefined;
  try {
    return readRunFile(directory);
  } catch {
    return undefined;
  }
}
