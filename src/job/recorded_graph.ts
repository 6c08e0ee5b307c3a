import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import type { GraphReport } from './graph_report.js';

/** What `run.json` says of the graph of a run. */
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
  const file = join(directory, 'run.json');
  try {
    const { graph, given, time } = JSON.parse(readFileSync(file, 'utf8'), unbounded);
    if (graph?.topics !== undefined) {
      return { graph, given: given ?? [], virtualSeconds: time?.virtualSeconds ?? 0 };
    }
  } catch (cause) {
    throw noGraph(file, cause);
  }
  throw noGraph(file);
}

/** JSON has no infinity: in a QoS, null stands for it. */
function unbounded(key: string, value: unknown): unknown {
  const isBound = ['deadline', 'lifespan', 'livelinessLease', 'depth'].includes(key);
  return value === null && isBound ? Number.POSITIVE_INFINITY : value;
}

function noGraph(file: string, cause?: unknown): OrreryError {
  return new OrreryError(
    'ORR_RUN_GRAPH',
    `${file} holds no graph of a run; name a directory that orrery run has left behind.`,
    { place: { file }, cause },
  );
}
