import type { Graph } from '../../graph/index.js';

/**
 * State of the client library of which each world has its own, made when it is first asked for.
 * Worlds in one process do not share contexts, log levels or who publishes on `/rosout`.
 */
export function perGraph<T>(make: () => T): (graph: Graph) => T {
  const states = new WeakMap<Graph, { readonly state: T }>();
  return (graph) => {
    let entry = states.get(graph);
    if (entry === undefined) {
      entry = { state: make() };
      states.set(graph, entry);
    }
    return entry.state;
  };
}
