import type { LeakRecord } from '../guard/index.js';
import { endedOutside, type RunOutcome } from '../record/index.js';
import { printNote } from './print.js';

/** Prints what escaped from the virtual world, where, and how often. */
export function printLeaks(leaks: readonly LeakRecord[]): void {
  for (const leak of leaks) printNote(`${leakLine(leak)}\n`);
}

/** The sentence that labels a run that cannot be repeated, and why; undefined for any other. */
export function irreproducible(
  run: Pick<RunOutcome, 'errors' | 'leaks'> & { readonly end: string },
): string | undefined {
  const { leaks } = run;
  if (leaks.length === 0) {
    return endedOutside(run)
      ? 'not reproducible: the simulation did not decide when it ended'
      : undefined;
  }
  const places = leaks.length === 1 ? 'one place' : `${leaks.length} places`;
  return `not reproducible by declaration: ${places} asked for something that the simulation does not decide (leak … above); --strict refuses that`;
}

/** e.g. `leak environment: process.env.HOME at n.js:3:9, timer 100 ms of /n at 0.1 s, 2 times`. */
function leakLine(leak: LeakRecord): string {
  const { kind, what, file, line, column, node, callback, sinceStartNs, count } = leak;
  const where =
    file === undefined
      ? ''
      : ` at ${[file, line, column].filter((each) => each !== undefined).join(':')}`;
  const who = node === undefined ? '' : `, ${callback ?? 'a callback'} of ${node}`;
  const times = count === 1 ? 'once' : `${count} times`;
  return `leak ${kind}: ${what}${where}${who} at ${(sinceStartNs / 1e9).toFixed(9)} s, ${times}`;
}
