import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import type { Trajectory } from './trajectory.js';

/** How to associate the poses of two trajectories. */
export interface AssociationOptions {
  /** Largest difference of the two stamps, seconds; default 0.01. */
  readonly maxTimeDifference?: number;
  /** Added to the stamps of the estimate, seconds; default 0. */
  readonly timeOffset?: number;
}

/** Two trajectories of equal length whose poses correspond one to one. */
export interface Associated {
  readonly reference: Trajectory;
  readonly estimate: Trajectory;
}

const OPTIONS: KnownNames<AssociationOptions> = {
  maxTimeDifference: true,
  timeOffset: true,
};

/**
 * Associates the poses of two trajectories: by time if both have stamps, otherwise by index.
 *
 * By time, each pose of the shorter one (the estimate if equally long) takes the nearest pose of
 * the longer one, the first on ties; a pose may be taken twice, as in evo.
 * @throws OrreryError ORR_EVAL_NO_ASSOCIATION if no poses match; ORR_EVAL_LENGTH if the lengths differ
 */
export function associate(
  reference: Trajectory,
  estimate: Trajectory,
  options: AssociationOptions = {},
): Associated {
  requireKnownOptions(options, OPTIONS, 'associate()');
  return associatePoses(reference, estimate, options);
}

/** Like {@link associate}, for options that have been checked already and may include others. */
export function associatePoses(
  reference: Trajectory,
  estimate: Trajectory,
  options: AssociationOptions,
): Associated {
  if (reference.stamps === undefined || estimate.stamps === undefined) {
    if (reference.length === estimate.length) return { reference, estimate };
    throw new OrreryError(
      'ORR_EVAL_LENGTH',
      `${reference.name} has ${reference.length} poses and ${estimate.name} has ${estimate.length}, ` +
        'and they have no stamps in common; trajectories without times must be equally long.',
    );
  }
  const { maxTimeDifference = 0.01, timeOffset = 0 } = options;
  const estimateIsLonger = estimate.length > reference.length;
  const longer = estimateIsLonger ? estimate.stamps.map((t) => t + timeOffset) : reference.stamps;
  const shorter = estimateIsLonger ? reference.stamps : estimate.stamps.map((t) => t + timeOffset);
  const [inShorter, inLonger] = matchStamps(shorter, longer, maxTimeDifference);
  if (inShorter.length === 0) {
    throw new OrreryError(
      'ORR_EVAL_NO_ASSOCIATION',
      `No pose of ${estimate.name} is within ${maxTimeDifference} s of one of ${reference.name}; ` +
        'check that both use the same clock, or allow a larger time difference or an offset.',
    );
  }
  return {
    reference: reference.pick(estimateIsLonger ? inShorter : inLonger),
    estimate: estimate.pick(estimateIsLonger ? inLonger : inShorter),
  };
}

function matchStamps(
  shorter: Float64Array,
  longer: Float64Array,
  maxDifference: number,
): [number[], number[]] {
  // Recordings are sorted, but files need not be: search in sorted order, return in file order.
  const order = Array.from(longer.keys()).sort((i, j) => longer[i]! - longer[j]! || i - j);
  const inShorter: number[] = [];
  const inLonger: number[] = [];
  for (const [i, stamp] of shorter.entries()) {
    const best = nearest(longer, order, stamp);
    if (Math.abs(longer[best]! - stamp) > maxDifference) continue;
    inShorter.push(i);
    inLonger.push(best);
  }
  return [inShorter, inLonger];
}

/** Index of the stamp nearest to `stamp`; the smallest index if several are equally near. */
function nearest(stamps: Float64Array, order: readonly number[], stamp: number): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stamps[order[middle]!]! < stamp) low = middle + 1;
    else high = middle;
  }
  const above = order[Math.min(low, order.length - 1)]!;
  if (low === 0) return above;
  // Of several equal stamps below, take the one that is first in the file.
  let below = low - 1;
  while (below > 0 && stamps[order[below - 1]!] === stamps[order[below]!]) below--;
  const candidate = order[below]!;
  const down = Math.abs(stamps[candidate]! - stamp);
  const up = Math.abs(stamps[above]! - stamp);
  if (down !== up) return down < up ? candidate : above;
  return Math.min(candidate, above);
}
