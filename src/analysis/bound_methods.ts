import { ArrivalCurve } from './arrival_curve.js';
import { type Demand, longestBusyWindow, responseBound } from './response_bound.js';
import { isOverloaded, sharedBounds } from './shared_bounds.js';

/** What one callback demands of its executor. */
export interface Claim extends Demand {
  readonly isTimer: boolean;
  /** Under a policy with priorities; higher is more urgent. */
  readonly priority: number;
  /**
   * Its mutually exclusive callback group; undefined: reentrant; null: unknown, which matters only with several
   * threads.
   */
  readonly group: string | undefined | null;
}

/** How the response times of an executor's callbacks are bounded. */
export interface BoundMethod {
  /** What the executor has to be. */
  readonly assumption: string;
  /** Where the method comes from. */
  readonly source: string;
  /** In ns, for each callback; undefined: there is none. */
  bounds(claims: readonly Claim[]): readonly (number | undefined)[];
  /** Whether some callbacks demand more time than they can get, so that no method could bound them all. */
  isOverloaded(claims: readonly Claim[]): boolean;
}

const CASINI = 'analysis of Casini, Blaß, Lütkebohle, Brandenburg, ECRTS 2019';

/** Any order in which the thread is never idle while something waits. */
const ANY_ORDER: BoundMethod = {
  assumption: 'a single-threaded executor that waits on a wait set',
  source: CASINI,
  bounds: anyOrder,
  isOverloaded: onOneThread,
};

const ONCE = new ArrivalCurve([]);

const BY_PRIORITY: BoundMethod = {
  assumption: 'a single-threaded executor with fixed priorities',
  source: 'non-preemptive fixed priorities, as in PiCAS (Choi, Xiang, Kim, RTAS 2021)',
  bounds: (claims) =>
    claims.map((own, i) => {
      const others = claims.filter((each, j) => j !== i && each.priority >= own.priority);
      // Of the less urgent callbacks, only one that had already begun delays it.
      const lower = claims.filter(({ priority }) => priority < own.priority);
      const begun = Math.max(0, ...lower.map(({ longest }) => longest));
      return responseBound(own, [...others, { longest: begun, arrivals: ONCE }]);
    }),
  isOverloaded: onOneThread,
};

const IN_TURN: BoundMethod = {
  assumption: 'an events executor: first in, first out',
  source: 'what arrives until a callback is ready runs before it, and nothing else does',
  bounds: firstInFirstOut,
  isOverloaded: onOneThread,
};

const IN_TURN_BESIDE_TIMERS: BoundMethod = {
  assumption: 'an events executor: first in, first out; a second thread for timers',
  source: IN_TURN.source,
  bounds: (claims) => {
    const [timers, rest] = timersAndRest(claims).map(firstInFirstOut);
    let [timer, other] = [0, 0];
    return claims.map(({ isTimer }) => (isTimer ? timers![timer++] : rest![other++]));
  },
  isOverloaded: (claims) => timersAndRest(claims).some(onOneThread),
};

function timersAndRest(claims: readonly Claim[]): readonly Claim[][] {
  return [true, false].map((timers) => claims.filter(({ isTimer }) => isTimer === timers));
}

function onOneThread(claims: readonly Claim[]): boolean {
  return isOverloaded(claims, 1);
}

function shared(threads: number): BoundMethod {
  return {
    assumption: `a multi-threaded executor, with ${threads} threads`,
    source: 'workload while a callback waits, by callback groups (docs/analysis.md)',
    bounds: (claims) => {
      const parallel = sharedBounds(claims, threads);
      // With more threads, some thread is still busy whenever one alone would be: each bound holds by itself.
      return anyOrder(claims).map((bound, i) => least(bound, parallel[i]));
    },
    isOverloaded: (claims) =>
      isOverloaded(claims, threads) || exclusiveGroups(claims).some(onOneThread),
  };
}

function exclusiveGroups(claims: readonly Claim[]): readonly Claim[][] {
  const names = new Set(claims.flatMap(({ group }) => group ?? []));
  return [...names].map((name) => claims.filter(({ group }) => group === name));
}

/** How an executor's callbacks are bounded; undefined: there is no method for its policy. */
export function methodFor(policy: string, threads: number): BoundMethod | undefined {
  if (policy.startsWith('multi')) return threads === 1 ? ANY_ORDER : shared(threads);
  if (policy === 'events') return threads === 2 ? IN_TURN_BESIDE_TIMERS : IN_TURN;
  if (policy === 'priority') return BY_PRIORITY;
  return policy === 'single' || policy === 'static' ? ANY_ORDER : undefined;
}

function anyOrder(claims: readonly Claim[]): (number | undefined)[] {
  // Otherwise, the search for a busy window that has no end would be repeated for each callback.
  if (longestBusyWindow(claims) === undefined) return claims.map(() => undefined);
  return claims.map((own, i) =>
    responseBound(
      own,
      claims.filter((_, j) => j !== i),
    ),
  );
}

/** The most arrivals that are examined. */
const MOST_ARRIVALS = 100_000;

/**
 * First in, first out: in a busy window, a callback that arrives at offset A has ended when everything that arrived
 * until A has run, so its response time is at most `Σ rbf(A + 1) − A`.
 */
function firstInFirstOut(claims: readonly Claim[]): (number | undefined)[] {
  const window = longestBusyWindow(claims);
  if (window === undefined) return claims.map(() => undefined);
  let bound = 0;
  let looked = 0;
  for (const { arrivals, longest } of claims) {
    for (let n = 0; longest > 0 && arrivals.distance(n) < window; n++) {
      if (++looked > MOST_ARRIVALS) return claims.map(() => undefined);
      const offset = arrivals.distance(n);
      const demand = claims.reduce(
        (sum, each) =>
          each.longest === 0 ? sum : sum + each.longest * each.arrivals.arrivals(offset + 1),
        0,
      );
      bound = Math.max(bound, demand - offset);
    }
  }
  const general = anyOrder(claims);
  return claims.map(({ overtakes }, i) => (overtakes ? general[i] : least(bound, general[i])));
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}
