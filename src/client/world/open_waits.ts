import type { Client, GraphNode } from '../../graph/index.js';
import { perGraph } from './per_graph.js';

/** A wait of user code without a timeout, which only something else can end. */
export interface OpenWait {
  readonly node: GraphNode;
  /** e.g. `the service /add`. */
  readonly what: string;
  /** Where the wait began, as its `stack` shows; for a request, only if there was no server. */
  readonly from: { readonly stack?: string } | undefined;
  /** The client that sent the request. */
  readonly service: Client | undefined;
}

/** The open waits of a world, in the order in which they began. */
export const openWaits = perGraph(() => new Set<OpenWait>());

const CALLERS = 12;

/** The place of the call in the program; becomes text only when its `stack` is read. */
function callSite(): { readonly stack?: string } {
  const { stackTraceLimit } = Error;
  Reflect.set(Error, 'stackTraceLimit', CALLERS);
  const place = {};
  Error.captureStackTrace(place, callSite);
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  return place;
}

/**
 * Records that `node` waits.
 *
 * @returns a function that ends the wait
 */
export function beginWait(node: GraphNode, what: string, service?: Client): () => void {
  const waits = openWaits(node.graph);
  // Most requests are answered, and recording a place takes longer than answering.
  const from = service?.available ? undefined : callSite();
  const wait: OpenWait = { node, what, from, service };
  waits.add(wait);
  return () => void waits.delete(wait);
}
