/** When a process that starts has announced all that it will announce. */

/** A process counts as started when it has announced nothing new for this long; ms. */
const SETTLED_MS = 60;

/** The same for one with endpoints that are announced in part: by themselves, or as those of a node. The rest follows, unless they are gone already; ms. */
const AWAITED_MS = 3000;

/**
 * For how many ms a process must have announced nothing new until all of its announcements are there, as far as one can tell.
 *
 * @param quietMs - for one that has not said which nodes it has, or has no parameter services
 */
export function settledAfter<Id>(
  mirror: { readonly isHeard: boolean; readonly all: ReadonlyMap<string, { readonly guid: Id }> },
  graph: { readonly isAnnounced: boolean; nodeOf(guid: Id): unknown },
  hasServices: boolean,
  quietMs: number,
): number {
  if (mirror.all.size === 0 || !mirror.isHeard) return Number.POSITIVE_INFINITY;
  const isPlaced = [...mirror.all.values()].every(({ guid }) => graph.nodeOf(guid) !== undefined);
  // Whoever has parameter services has nodes, and says which endpoints are theirs.
  if (!graph.isAnnounced || (hasServices && !isPlaced)) return AWAITED_MS;
  return hasServices ? SETTLED_MS : quietMs;
}
