import type { Client, GraphNode } from '../../graph/index.js';
import { perGraph } from './per_graph.js';

/** Something that code of the user awaits without an end of its own: only others can bring it. */
export interface OpenWait {
  readonly node: GraphNode;
  /** e.g. `the service /add`. */
  readonly what: string;
  /** Where it began to wait, as its `stack` says; of a request only if no server was there. */
  readonly from: { readonly stack?: string } | undefined;
  /** By what it was requested. */
  readonly service: Client | undefined;
}

/** What is awaited in a world, in the order in which it began. */
export const openWaits = perGraph(() => new Set<OpenWait>());

const CALLERS = 12;

/** The place that is executed; made into text only when its `stack` is asked for. */
function callSite(): { readonly stack?: string } {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = CALLERS;
  const place = {};
  Error.captureStackTrace(place, callSite);
  Error.stackTraceLimit = stackTraceLimit;
  return place;
}

/**
 * Notes that `node` waits.
 *
 * @returns what says that it does no longer
 */
export function beginWait(node: GraphNode, what: string, service?: Client): () => void {
  const waits = openWaits(node.graph);
  // Requests that are answered are many: noting a place takes longer than to answer one.
  const from = service?.available ? undefined : callSite();
  const wait: OpenWait = { node, what, from, service };
  waits.add(wait);
  return () => void waits.delete(wait);
}
