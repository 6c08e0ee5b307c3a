import type { Claim } from './bound_methods.js';

/** The most evaluations of the fixed point, over all callbacks. */
const MOST_STEPS = 20_000;

/**
 * Bounds of the response times of callbacks that several threads run, each in its callback group.
 *
 * While a ready callback of group g waits, another callback of g runs, or all m threads run callbacks of other
 * groups. So it waits at most for the work of g, and for the time in which the others can keep m threads busy; a
 * mutually exclusive group keeps at most one of them busy. Of a callback whose response time is at most R, only
 * arrivals less than R before the wait begins count (carry-in, as of Bertogna and Cirinei, RTSS 2007). The response
 * times are the least solution of these inequations: the first callback that exceeded its own would have waited only
 * for callbacks that had kept theirs.
 *
 * @returns ns; undefined for all if no solution was found
 */
export function sharedBounds(
  claims: readonly Claim[],
  threads: number,
): readonly (number | undefined)[] {
  if (isOverloaded(claims, threads)) return claims.map(() => undefined);
  const responses = claims.map(({ longest }) => longest);
  for (let step = 0; step < MOST_STEPS; step++) {
    let changed = false;
    for (let i = 0; i < claims.length; i++) {
      const response = longestWait(claims, threads, responses, i) + claims[i]!.longest;
      if (!Number.isSafeInteger(response)) return claims.map(() => undefined);
      if (response <= responses[i]!) continue;
      responses[i] = response;
      changed = true;
    }
    if (!changed) return responses;
  }
  return claims.map(() => undefined);
}

/** Bounds beyond this, in ns, are useless, so the search for them ends early. */
const HORIZON = 1e12;

/** Whether what may arrive in a long time keeps so many threads busy for longer than that time. */
export function isOverloaded(claims: readonly Claim[], threads: number): boolean {
  const demand = claims.reduce(
    (sum, { longest, arrivals }) =>
      longest === 0 ? sum : sum + longest * arrivals.arrivals(HORIZON),
    0,
  );
  return demand > threads * HORIZON;
}

/** One step: how long the callback waits at most, if it waits for as long as has been found so far. */
function longestWait(
  claims: readonly Claim[],
  threads: number,
  responses: readonly number[],
  own: number,
): number {
  const { group, longest, overtakes } = claims[own]!;
  const waits = responses[own]! - longest;
  let ofGroup = 0;
  /** Work of others by group; each reentrant callback may use all threads. */
  const exclusive = new Map<string, number>();
  let reentrant = 0;
  for (const [j, other] of claims.entries()) {
    if (other.longest === 0) continue;
    const before = responses[j]!;
    // Its own later arrivals do not begin before it, unless they may overtake it.
    const length = j === own && overtakes !== true ? before : waits + before;
    const jobs = other.arrivals.arrivals(length) - (j === own ? 1 : 0);
    const work = jobs * other.longest;
    if (other.group === undefined || other.group === null) reentrant += work;
    else if (other.group === group) ofGroup += work;
    else exclusive.set(other.group, (exclusive.get(other.group) ?? 0) + work);
  }
  return ofGroup + longestFull([...exclusive.values()], reentrant, threads);
}

/** The longest time in which this work keeps all threads busy. */
function longestFull(exclusive: number[], reentrant: number, threads: number): number {
  exclusive.sort((a, b) => b - a);
  let rest = exclusive.reduce((sum, work) => sum + work, reentrant);
  let longest = Number.POSITIVE_INFINITY;
  // The k groups with the most work keep one thread each busy all the time, the rest keeps the others busy.
  for (let k = 0; k < threads; k++) {
    longest = Math.min(longest, Math.floor(rest / (threads - k)));
    rest -= exclusive[k] ?? 0;
  }
  return longest;
}
