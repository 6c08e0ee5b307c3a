/** What the other runs of a campaign observed, beside the bounds of the analysed run. */
import type { ChainPath } from './chain_paths.js';
import { ChainTracker } from './chain_tracker.js';
import { RunTrace } from './run_trace.js';

/** The longest times of several runs, in ns. */
export interface OtherRuns {
  readonly count: number;
  /** Response times by `node name`. */
  readonly responses: ReadonlyMap<string, number>;
  /** Latencies by name of the chain. */
  readonly latencies: ReadonlyMap<string, number>;
}

/**
 * Reads the longest response time of every callback, and the longest latency of these chains.
 *
 * @param runs - directories that runs left behind
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`
 */
export async function observeRuns(
  runs: readonly string[],
  paths: readonly ChainPath[],
): Promise<OtherRuns> {
  const responses = new Map<string, number>();
  const latencies = new Map<string, number>();
  for (const run of runs) {
    const trace = await RunTrace.open(run);
    try {
      observe(trace, paths, responses, latencies);
    } finally {
      trace.close();
    }
  }
  return { count: runs.length, responses, latencies };
}

function observe(
  trace: RunTrace,
  paths: readonly ChainPath[],
  responses: Map<string, number>,
  latencies: Map<string, number>,
): void {
  let longest = 0;
  trace.walk({
    callback: ({ entity, ready, start, end }) => {
      raise(responses, `${entity.node} ${entity.name}`, end - ready);
      longest = Math.max(longest, end - start);
    },
  });
  const entities = new Map(trace.system.entities.map((entity) => [entity.id, entity]));
  const trackers = paths.map((path) => new ChainTracker(path, entities, longest));
  if (trackers.length > 0) {
    trace.walk({
      callback: (callback) => {
        for (const tracker of trackers) tracker.callback(callback);
      },
      publication: (publication) => {
        for (const tracker of trackers) tracker.publication(publication);
      },
    });
  }
  for (const { path, latency } of trackers) {
    if (latency.count > 0) raise(latencies, path.name, latency.max);
  }
}

function raise(longest: Map<string, number>, key: string, value: number): void {
  longest.set(key, Math.max(value, longest.get(key) ?? 0));
}
