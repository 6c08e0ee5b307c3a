import type { Graph } from '../../graph/index.js';

// Captured before any guard can replace it.
const { setTimeout } = globalThis;
const PATIENCE_MS = 2000;
/** Topics that every node has, even when it is alone. */
const OWN = /^\/(rosout|parameter_events|clock)$|\/_action\//;

let isWatching = false;

/**
 * Warns once if a program started without the command `orrery` has a topic that still has no
 * counterpart after a while: its author may expect another process there.
 */
export function sayWhenAlone(graph: Graph): void {
  if (isWatching) return;
  isWatching = true;
  setTimeout(() => {
    const lonely = lonelyTopic(graph);
    if (lonely === undefined) return;
    process.stderr.write(
      `orrery: nobody else in this process uses ${lonely}, and the process is in no network; ORRERY_LIVE=1 joins that of this machine, ORRERY_LIVE=0 silences this message.\n`,
    );
  }, PATIENCE_MS).unref();
}

function lonelyTopic(graph: Graph): string | undefined {
  const domains = new Set(graph.nodes.map(({ domain }) => domain));
  for (const domain of domains) {
    const found = graph
      .domain(domain)
      .topics.find(
        ({ name, publishers, subscriptions }) =>
          !OWN.test(name) && (publishers.length === 0 || subscriptions.length === 0),
      );
    if (found !== undefined) return found.name;
  }
  return undefined;
}
