/** Warnings that Node gives once in the life of a process: who comes later does not hear them. */

const ONCE: ReadonlySet<unknown> = new Set(['DeprecationWarning', 'ExperimentalWarning']);
let isGiven = false;

/** Node gives a warning. */
export function noteWarning(warning: unknown): void {
  if (ONCE.has(Reflect.get(Object(warning), 'name'))) isGiven = true;
}

/** Whether this thread was given a warning that does not come again. */
export function hasWarnedForGood(): boolean {
  return isGiven;
}
