import type { Graph } from '../graph/index.js';
import {
  describeIncompatibility,
  type IncompatibilityReport,
  reportIncompatibility,
} from '../record/index.js';

/** Notes each pair of endpoints that do not match because of their QoS, and warns of it. */
export function noteIncompatible(graph: Graph, warnings: string[]): IncompatibilityReport[] {
  const found: IncompatibilityReport[] = [];
  graph.listeners.add('note', {
    incompatible: (pair) => {
      found.push(reportIncompatibility(pair));
      warnings.push(describeIncompatibility(pair));
    },
  });
  return found;
}
