import type { Graph } from '../graph/index.js';
import { writeOutputFile } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import { DisturbedObserver } from './disturbed_observer.js';
import { MeasuringObserver } from './measuring_observer.js';

/**
 * Installs what observes or disturbs a run from outside without changing its behaviour.
 *
 * @returns the function to call when the run is over
 */
export function installInstruments({ proof }: RunConfig, graph: Graph): () => void {
  const { disturbMs, measure } = proof;
  if (disturbMs !== undefined) graph.observers.add('watch', new DisturbedObserver(disturbMs));
  if (measure === undefined) return () => {};
  const observer = new MeasuringObserver();
  graph.observers.add('callback', observer);
  return () => writeOutputFile(measure, observer.models());
}
