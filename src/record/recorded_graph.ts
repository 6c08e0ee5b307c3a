import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { GraphReport } from './graph_report.js';
import { type RunFile, readRunFile } from './run_file.js';

/** What `run.json` says about the graph of a run. */
export interface RecordedGraph {
  readonly graph: GraphReport;
  /** See `givenParameters`. */
  readonly given: readonly string[];
  /** How long the run took, in s of virtual time. */
  readonly virtualSeconds: number;
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
  const { graph, given = [], time } = file;
  if (graph?.topics === undefined) throw noGraph(directory);
  return { graph, given, virtualSeconds: time?.virtualSeconds ?? 0 };
}

function noGraph(directory: string, cause?: unknown): OrreryError {
  const file = join(directory, 'run.json');
  return new OrreryError(
    'ORR_RUN_GRAPH',
    `${file} holds no graph of a run; name a directory that orrery run has left behind.`,
    { place: { file }, cause },
  );
}
