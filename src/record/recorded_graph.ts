import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { LeakRecord } from '../guard/index.js';
import type { GraphReport } from './graph_report.js';
import { type RunFile, readRunFile } from './run_file.js';
import type { ProcessRecord } from './run_outcome.js';

/** What `run.json` says about the graph of a run. */
export interface RecordedGraph {
  readonly graph: GraphReport;
  /** See `givenParameters`. */
  readonly given: readonly string[];
  /** How long the run took, in s of virtual time. */
  readonly virtualSeconds: number;
  /** Programs in machine code that took part. */
  readonly processes: readonly ProcessRecord[];
  /** Programs in Python that took part, by name. */
  readonly guests: readonly string[];
  /** What of the programs in machine code the order of the run does not decide. */
  readonly unordered: readonly string[];
}

/** What of the programs in machine code the order of a run does not decide. */
export function unorderedOf(
  processes: readonly ProcessRecord[],
  leaks: readonly LeakRecord[],
): string[] {
  return leaks
    .map(({ what }) => what)
    .filter((what) => processes.some(({ program }) => what.startsWith(`${program} `)));
}

/**
 * Reads the graph of a run from what it left behind.
 *
 * @throws {OrreryError} `ORR_RUN_GRAPH` if there is none.
 */
export function readRecordedGraph(directory: string): RecordedGraph {
  let file: Partial<RunFile>;
  try {
    file = readRunFile(directory);
  } catch (cause) {
    throw noGraph(directory, cause);
  }
  const { graph, given = [], time, processes = [], guests = [], leaks = [] } = file;
  if (graph?.topics === undefined) throw noGraph(directory);
  const virtualSeconds = time?.virtualSeconds ?? 0;
  const unordered = unorderedOf(processes, leaks);
  return { graph, given, virtualSeconds, processes, guests, unordered };
}

/** The error for a `run.json` without a graph, or with one that is damaged. */
export function noGraph(directory: string, cause?: unknown): OrreryError {
  const file = join(directory, 'run.json');
  return new OrreryError(
    'ORR_RUN_GRAPH',
    `${file} holds no graph of a run; name a directory that orrery run has left behind.`,
    { place: { file }, cause },
  );
}
