import type { Graph } from '../../graph/index.js';

/**
 * State of the client library that exists once per world, made when it is first used.
 * Worlds in one process do not share contexts, log levels or the publishers of `/rosout`.
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
