import type { ArrivalCurve } from './arrival_curve.js';

/** A competitor for a thread: it uses at most `longest` ns for each of its arrivals. */
export interface Demand {
  /** Worst-case execution time, in ns. */
  readonly longest: number;
  readonly arrivals: ArrivalCurve;
  /** Whether a later arrival may be handled before an earlier one. Default: no. */
  readonly overtakes?: boolean;
}

/** The number of iterations after which the search for a bound stops. */
const MOST_STEPS = 100_000;

/** Processor time that is guaranteed in any interval of this length. */
export type Supply = (length: number) => number;

/** A dedicated processor. */
const DEDICATED: Supply = (length) => length;

function demandOf({ longest, arrivals }: Demand, length: number): number {
  return longest === 0 ? 0 : longest * arrivals.arrivals(length);
}

function demandOfAll(all: readonly Demand[], length: number): number {
  return all.reduce((sum, demand) => sum + demandOf(demand, length), 0);
}

/**
 * Length of the longest interval in which the thread is never idle, in ns; undefined if there is
 * no such length because more is demanded than supplied.
 */
export function longestBusyWindow(
  all: readonly Demand[],
  supply: Supply = DEDICATED,
): number | undefined {
  let length = Math.max(
    1,
    all.reduce((sum, { longest }) => sum + longest, 0),
  );
  for (let step = 0; step < MOST_STEPS; step++) {
    const demanded = demandOfAll(all, length);
    if (!Number.isSafeInteger(demanded)) return undefined;
    if (supply(length) >= demanded) return length;
    length = Math.max(length + 1, length + demanded - supply(length));
  }
  return undefined;
}

/**
 * Bound on the response time of a callback that a single-threaded wait-set executor runs: every
 * callback is a polling-point callback (Casini, Blaß, Lütkebohle, Brandenburg, ECRTS 2019, lemmas 4
 * and 5), including timers, which from Eloquent on are part of the snapshot like everything else.
 *
 * In a busy window, one that arrives at offset A has finished at A + R as soon as the supply covers
 * its own arrivals until A and those of all others until it starts:
 * `sbf(A + R) ≥ rbf_own(A + 1) + Σ rbf_other(A + R − e + 1)`. If its own arrivals may overtake each
 * other, they count like all others.
 *
 * @param others - everything else of the executor
 * @returns ns; undefined if more is demanded than supplied
 */
export function responseBound(
  own: Demand,
  others: readonly Demand[],
  supply: Supply = DEDICATED,
): number | undefined {
  return chainBound(own, 0, others, supply);
}

/**
 * The same for a whole chain inside one executor (lemma 8): from the arrival at its first callback
 * to the end of its last one, `last`.
 *
 * @param prefix - execution time of the callbacks before the last, in ns, for each of its arrivals
 * @param others - everything that is not part of the chain
 */
export function chainBound(
  last: Demand,
  prefix: number,
  others: readonly Demand[],
  supply: Supply = DEDICATED,
): number | undefined {
  const before = { longest: prefix, arrivals: last.arrivals };
  const window = longestBusyWindow([last, before, ...others], supply);
  if (window === undefined) return undefined;
  let bound = 0;
  let steps = 0;
  for (let n = 0; ; n++) {
    const offset = last.arrivals.distance(n);
    if (n > 0 && !(offset < window)) return bound;
    // If several arrive together, the last one counts.
    if (last.arrivals.distance(n + 1) === offset) continue;
    const inOrder = last.overtakes !== true;
    const ownDemand = demandOf(last, offset + 1);
    const interfering = [before, ...others];
    let response = last.longest;
    for (;;) {
      if (++steps > MOST_STEPS) return undefined;
      const length = offset + response - last.longest + 1;
      const own = inOrder ? ownDemand : Math.max(ownDemand, demandOf(last, length));
      const missing = own + demandOfAll(interfering, length) - supply(offset + response);
      if (missing <= 0) break;
      response += missing;
    }
    bound = Math.max(bound, response);
  }
}
