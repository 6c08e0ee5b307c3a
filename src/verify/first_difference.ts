import type { TracedCallback } from '../record/index.js';
import type { RecordedRun } from './recorded_run.js';

/** How two callbacks at the same place differ: the first kind in this order that applies. */
export type Difference =
  | 'missing'
  | 'entity'
  | 'time'
  | 'input'
  | 'cause'
  | 'output'
  | 'state'
  | 'duration';

/** The first callback that is not the same in both runs. */
export interface CallbackDifference {
  /** Its place in the order in which callbacks end: all before it are equal. Counts from 1. */
  readonly place: number;
  readonly difference: Difference;
  /** Undefined if that run had already ended. */
  readonly a: TracedCallback | undefined;
  readonly b: TracedCallback | undefined;
}

/**
 * Bisects the chained digests of both runs, then compares callback by callback. Without
 * checkpoints (a run that was killed) it compares from the start.
 */
export function firstDifference(a: RecordedRun, b: RecordedRun): CallbackDifference | undefined {
  const from = lastCommonCheckpoint(a, b) + 1;
  const [left, right] = [a.callbacksFrom(from), b.callbacksFrom(from)];
  try {
    for (let place = from; ; place++) {
      const x = left.next().value ?? undefined;
      const y = right.next().value ?? undefined;
      if (x === undefined && y === undefined) return undefined;
      const difference = differenceOf(x, y);
      if (difference !== undefined) return { place, difference, a: x, b: y };
    }
  } finally {
    left.return();
    right.return();
  }
}

/** Number of the last callback up to which the chained digests are equal; 0: none. */
function lastCommonCheckpoint(a: RecordedRun, b: RecordedRun): number {
  const [x, y] = [a.checkpoints, b.checkpoints];
  if (x === undefined || y === undefined || x.every !== y.every) return 0;
  let equal = 0;
  let different = Math.min(x.digests.length, y.digests.length) + 1;
  // If a chained digest is equal, all earlier ones were equal too.
  while (different - equal > 1) {
    const middle = (equal + different) >> 1;
    if (x.digests[middle - 1] === y.digests[middle - 1]) equal = middle;
    else different = middle;
  }
  return equal * x.every;
}

function differenceOf(
  a: TracedCallback | undefined,
  b: TracedCallback | undefined,
): Difference | undefined {
  if (a === undefined || b === undefined) return 'missing';
  if (a.entity !== b.entity) return 'entity';
  if (a.time !== b.time) return 'time';
  if (a.input !== b.input) return 'input';
  if (a.cause !== b.cause) return 'cause';
  if (a.output !== b.output || a.outputs !== b.outputs) return 'output';
  if (a.state !== b.state) return 'state';
  if (a.duration !== b.duration) return 'duration';
  return undefined;
}
