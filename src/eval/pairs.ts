import { OrreryError } from '../errors/index.js';
import { invert, multiply } from './matrix3.js';
import { rotationAngle } from './pose_relation.js';
import type { Trajectory } from './trajectory.js';

export const DELTA_UNITS = ['frames', 'meters', 'degrees', 'radians'] as const;

/** Unit of the distance between the two poses of a pair. */
export type DeltaUnit = (typeof DELTA_UNITS)[number];

/** Which pairs of poses are compared. */
export interface PairOptions {
  /** Distance of the two poses of a pair; default 1. */
  readonly delta?: number;
  /** Unit of `delta`; default `frames`. */
  readonly deltaUnit?: DeltaUnit;
  /** Whether to use all pairs, including overlapping ones, instead of consecutive ones; default false. */
  readonly allPairs?: boolean;
  /** Tolerance of `delta` with `allPairs`, relative; default 0.1. */
  readonly relativeTolerance?: number;
}

/** Indices of two poses, the earlier one first. */
export type Pair = readonly [number, number];

/**
 * Chooses the pairs of a trajectory.
 * @throws OrreryError ORR_EVAL_NO_PAIRS if there are none; ORR_EVAL_DELTA if delta is invalid
 */
export function choosePairs(trajectory: Trajectory, options: PairOptions): Pair[] {
  const { delta = 1, deltaUnit = 'frames', allPairs = false, relativeTolerance = 0.1 } = options;
  if (!(delta > 0) || (deltaUnit === 'frames' && !Number.isInteger(delta))) {
    throw new OrreryError(
      'ORR_EVAL_DELTA',
      `A delta of ${delta} ${deltaUnit} is not possible; give a positive number, and an integer for frames.`,
    );
  }
  const pairs = pairsBy(trajectory, delta, deltaUnit, allPairs, delta * relativeTolerance);
  if (pairs.length === 0) {
    throw new OrreryError(
      'ORR_EVAL_NO_PAIRS',
      `${trajectory.name} has no two poses that are ${delta} ${deltaUnit} apart; ` +
        'choose a smaller delta or a larger tolerance.',
    );
  }
  return pairs;
}

function pairsBy(
  trajectory: Trajectory,
  delta: number,
  unit: DeltaUnit,
  allPairs: boolean,
  tolerance: number,
): Pair[] {
  switch (unit) {
    case 'frames':
      return pairsByFrames(trajectory.length, delta, allPairs ? 1 : delta);
    case 'meters':
      return allPairs
        ? allPairsByPath(trajectory, delta, tolerance)
        : consecutivePairsByPath(trajectory, delta);
    default: {
      const radians = unit === 'degrees' ? Math.PI / 180 : 1;
      return allPairs
        ? allPairsByAngle(trajectory, delta * radians, tolerance * radians)
        : consecutivePairsByAngle(trajectory, delta * radians);
    }
  }
}

function pairsByFrames(length: number, delta: number, step: number): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i + delta < length; i += step) pairs.push([i, i + delta]);
  return pairs;
}

/** Path length from the first pose to each pose. */
function pathLengths(trajectory: Trajectory): Float64Array {
  const lengths = new Float64Array(trajectory.length);
  for (let i = 1; i < lengths.length; i++) lengths[i] = lengths[i - 1]! + step(trajectory, i);
  return lengths;
}

function step(trajectory: Trajectory, i: number): number {
  const a = trajectory.poses[i - 1]!.translation;
  const b = trajectory.poses[i]!.translation;
  return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 + (b[2] - a[2]) ** 2);
}

/** As in evo, the first pair begins where the first delta is complete, not at pose 0. */
function consecutivePairsByPath(trajectory: Trajectory, delta: number): Pair[] {
  const pairs: Pair[] = [];
  let start = -1;
  let length = 0;
  for (let i = 0; i < trajectory.length; i++) {
    if (i > 0) length += step(trajectory, i);
    if (length < delta) continue;
    if (start >= 0) pairs.push([start, i]);
    start = i;
    length = 0;
  }
  return pairs;
}

/** For each pose, the later one whose path distance is closest to delta (the first on ties). */
function allPairsByPath(trajectory: Trajectory, delta: number, tolerance: number): Pair[] {
  const lengths = pathLengths(trajectory);
  const pairs: Pair[] = [];
  for (let i = 0; i + 1 < lengths.length; i++) {
    let best = i + 1;
    let bestError = Number.POSITIVE_INFINITY;
    for (let j = i + 1; j < lengths.length; j++) {
      const distance = lengths[j]! - lengths[i]!;
      const error = Math.abs(distance - delta);
      if (error < bestError) {
        best = j;
        bestError = error;
      }
      // Path lengths never shrink, so the error only grows from here on.
      if (distance > delta) break;
    }
    if (bestError <= tolerance) pairs.push([i, best]);
  }
  return pairs;
}

function angleBetween(trajectory: Trajectory, i: number, j: number): number {
  const inverse = invert(trajectory.poses[i]!).rotation;
  return rotationAngle(multiply(inverse, trajectory.poses[j]!.rotation));
}

function consecutivePairsByAngle(trajectory: Trajectory, delta: number): Pair[] {
  const pairs: Pair[] = [];
  let start = 0;
  let angle = 0;
  for (let i = 1; i < trajectory.length; i++) {
    angle += angleBetween(trajectory, i - 1, i);
    if (angle < delta) continue;
    pairs.push([start, i]);
    start = i;
    angle = 0;
  }
  return pairs;
}

function allPairsByAngle(trajectory: Trajectory, delta: number, tolerance: number): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < trajectory.length; i++) {
    for (let j = i + 1; j < trajectory.length; j++) {
      if (Math.abs(angleBetween(trajectory, i, j) - delta) <= tolerance) pairs.push([i, j]);
    }
  }
  return pairs;
}
