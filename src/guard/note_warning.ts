/** Warnings that Node prints once per process: later runs would not see them. */

const ONCE: ReadonlySet<unknown> = new Set(['DeprecationWarning', 'ExperimentalWarning']);
let isGiven = false;

/** Called when Node prints a warning. */
export function noteWarning(warning: unknown): void {
  if (ONCE.has(Reflect.get(Object(warning), 'name'))) isGiven = true;
}

/** Whether this thread printed a warning that Node does not repeat. */
export function hasWarnedForGood(): boolean {
  return isGiven;
}
