import type { Claim } from './bound_methods.js';

/** The most evaluations of a window, over all callbacks. */
const MOST_STEPS = 200_000;

/**
 * Bounds of the response times of callbacks that several threads run, each in its callback group.
 *
 * While a ready callback of group g waits, another callback of g runs, or all m threads run callbacks of other
 * groups. Its window reaches back from its start to the last moment at which neither was so. At that moment a thread was idle, so
 * nothing of g waited, and no other group waited except for its own running callback: work from before the window
 * (carry-in) comes from at most m − 1 callbacks that were running, and from what waited for them in their groups (limited
 * carry-in, as of Guan, Stigge, Yi and Yu, RTSS 2009). Of a callback whose response time is at most R, that is what
 * arrived less than R before. The response times are the least solution of these inequations: the first callback that
 * exceeded its own would have waited only for callbacks that had kept theirs.
 *
 * @returns ns; undefined for all if no solution was found
 */
export function sharedBounds(
  claims: readonly Claim[],
  threads: number,
): readonly (number | undefined)[] {
  const none = claims.map(() => undefined);
  if (isOverloaded(claims, threads)) return none;
  const responses = claims.map(({ longest }) => longest);
  const shared = { claims, groups: groupNumbers(claims), threads, responses, steps: 0 };
  for (;;) {
    let changed = false;
    for (let i = 0; i < claims.length; i++) {
      const response = longestResponse(shared, i);
      if (response === undefined) return none;
      if (response <= responses[i]!) continue;
      responses[i] = response;
      changed = true;
    }
    if (!changed) return responses;
  }
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

interface Shared {
  readonly claims: readonly Claim[];
  /** The number of the group of each callback; OPEN if it excludes no other. */
  readonly groups: readonly number[];
  readonly threads: number;
  /** The bounds found so far. */
  readonly responses: readonly number[];
  /** How many windows were evaluated. */
  steps: number;
}

/** The group of callbacks that run beside any other. */
const OPEN = -1;

/** Numbers the groups from 0, so that the many steps of a search need not look them up by name. */
function groupNumbers(claims: readonly Claim[]): number[] {
  const names = new Map<string, number>();
  return claims.map(({ group }) => {
    if (group === undefined || group === null) return OPEN;
    const number = names.get(group) ?? names.size;
    names.set(group, number);
    return number;
  });
}

/** How many other calls of a callback count, of those that come until the end of its window. */
type Others = (calls: number) => number;

/**
 * One step: the longest response time of a callback, over the places that its calls may have in the window. Before the
 * n-th one, n others come, so it arrives at least that much later than the window begins.
 */
function longestResponse(shared: Shared, own: number): number | undefined {
  const { arrivals, longest, overtakes } = shared.claims[own]!;
  const busy = overtakes ? longestWindow(shared, own, (calls) => calls) : undefined;
  let response = longest;
  for (let n = 0; ; n++) {
    const offset = arrivals.distance(n);
    const window = overtakes
      ? longestWindow(shared, own, (calls) => calls - 1, offset)
      : longestWindow(shared, own, (calls) => Math.min(n, calls));
    const end = overtakes ? busy : window;
    if (end === undefined) return undefined;
    // Everything before it has ended when it comes, so that it and later ones are in another window.
    if (n > 0 && end <= offset) return response;
    if (window === undefined) return undefined;
    response = Math.max(response, window - offset + longest);
  }
}

/** The longest window up to the start of a call, if it lasts until `from` at least. */
function longestWindow(shared: Shared, own: number, others: Others, from = 0): number | undefined {
  if (!Number.isFinite(from)) return undefined;
  let window = from;
  for (;;) {
    if (++shared.steps > MOST_STEPS) return undefined;
    const work = workIn(shared, own, others, window);
    if (!Number.isSafeInteger(work)) return undefined;
    if (work <= window) return window;
    window = work;
  }
}

/** Work of a group: what arrives in a window, and the most that waits or runs when it begins. */
interface GroupWork {
  arriving: number;
  carried: number;
}

/** For how long a callback waits at most because of what arrives until the end of a window, or is carried in. */
function workIn(shared: Shared, own: number, counted: Others, window: number): number {
  const { claims, groups, threads, responses } = shared;
  let ofGroup = 0;
  let reentrant = 0;
  let longestReentrant = 0;
  /** By number; groups without work are missing. */
  const others: GroupWork[] = [];
  for (const [j, other] of claims.entries()) {
    if (other.longest === 0) continue;
    const calls = other.arrivals.arrivals(window + 1);
    const arriving = (j === own ? counted(calls) : calls) * other.longest;
    const group = groups[j]!;
    if (group === OPEN) {
      reentrant += arriving;
      longestReentrant = Math.max(longestReentrant, other.longest);
    } else if (group === groups[own]) ofGroup += arriving;
    else {
      others[group] ??= { arriving: 0, carried: 0 };
      const work = others[group];
      work.arriving += arriving;
      const all = other.arrivals.arrivals(window + responses[j]!);
      work.carried += Math.max(0, all - calls) * other.longest;
    }
  }
  const running = new Array<number>(threads - 1).fill(longestReentrant);
  return ofGroup + longestFull(others.filter(Boolean), { reentrant, running }, threads);
}

/** The longest time in which this work keeps all threads busy. */
function longestFull(
  groups: GroupWork[],
  { reentrant, running }: { readonly reentrant: number; readonly running: readonly number[] },
  threads: number,
): number {
  groups.sort((a, b) => b.arriving + b.carried - a.arriving - a.carried);
  let longest = Number.POSITIVE_INFINITY;
  // k groups keep one thread each busy all the time, at most; the rest keeps the others busy.
  for (let k = 0; k < threads; k++) {
    const rest = groups.slice(k);
    const carried = [...rest.map((each) => each.carried), ...running].sort((a, b) => b - a);
    const work = rest.reduce((sum, { arriving }) => sum + arriving, reentrant);
    const carriedIn = carried.slice(0, threads - 1).reduce((sum, each) => sum + each, 0);
    longest = Math.min(longest, Math.floor((work + carriedIn) / (threads - k)));
  }
  return longest;
}
