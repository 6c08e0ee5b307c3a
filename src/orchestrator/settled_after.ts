import type { RosGraph } from '../dds/index.js';
import type { MirroredEndpoints } from './mirrored_endpoints.js';

/** A process counts as started when it has announced nothing new for this long; ms. */
const SETTLED_MS = 60;

/** The same for one whose nodes have endpoints that are not announced. They will be, unless they are gone already; ms. */
const AWAITED_MS = 3000;

/**
 * For how many ms a process must have announced nothing new until all of its announcements are there, as far as one can tell.
 *
 * @param quietMs - for one that has not said which nodes it has, or has no parameter services
 */
export function settledAfter(
  mirror: MirroredEndpoints,
  graph: RosGraph,
  hasServices: boolean,
  quietMs: number,
): number {
  if (mirror.all.size === 0 || !mirror.isHeard) return Number.POSITIVE_INFINITY;
  if (!graph.isAnnounced) return AWAITED_MS;
  const isPlaced = [...mirror.all.values()].every(({ guid }) => graph.nodeOf(guid) !== undefined);
  return isPlaced && hasServices ? SETTLED_MS : quietMs;
}
