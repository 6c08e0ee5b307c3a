import type { Graph } from '../graph/index.js';
import { DisturbedObserver } from './disturbed_observer.js';
import { writeOutputFile } from './junit.js';
import { MeasuringObserver } from './measuring_observer.js';
import type { RunConfig } from './run_config.js';

/**
 * Looks at, or disturbs, a run from outside in ways that must not change what it does.
 *
 * @returns what is to be called when the run is over
 */
export function installInstruments({ disturbMs, measure }: RunConfig, graph: Graph): () => void {
  if (disturbMs !== undefined) graph.observer = new DisturbedObserver(graph.observer, disturbMs);
  if (measure === undefined) return () => {};
  const observer = new MeasuringObserver(graph.observer);
  graph.observer = observer;
  return () => writeOutputFile(measure, observer.models());
}
