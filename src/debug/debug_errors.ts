import { counted, didYouMean, OrreryError } from '../errors/index.js';
import type { RunFile } from '../record/index.js';
import type { LiveEvent } from './live_run.js';
import type { Divergence } from './trace_follower.js';

/** Possible reasons why a re-execution differs. */
export interface Suspects {
  /** Files that have changed. */
  readonly changed: readonly string[];
  /** Whether an evaluated expression had side effects. */
  readonly touched: boolean;
  /** What escaped from the virtual world in the recorded run. */
  readonly leaks: RunFile['leaks'];
}

/** A file of the run, or its working directory, no longer exists. */
export function inputGone(file: string): OrreryError {
  return new OrreryError(
    'ORR_DEBUG_INPUT',
    `${file}, which the run used, is gone; put it back, or repeat the run with what is there.`,
    { place: { file } },
  );
}

/** The run has no topic or node of that name. */
export function unknownName(
  what: 'topic' | 'node' | 'topic and no node',
  name: string,
  known: readonly string[],
): OrreryError {
  const hint = didYouMean(name, known) || '; give the full name of one that it has.';
  return new OrreryError('ORR_DEBUG_NAME', `The run has no ${what} ${name}${hint}`, {
    place: what === 'node' ? { node: name } : { topic: name },
  });
}

/** Node's inspector was asked for something that only Python's debugger knows. */
export function inPython(): OrreryError {
  return new OrreryError(
    'ORR_DEBUG_NO_STOP',
    'This callback is in Python; open its debugger with pdb to see its variables.',
  );
}

/** pdb was requested where no Python callback is about to run. */
export function notInPython(): OrreryError {
  return new OrreryError(
    'ORR_DEBUG_NO_STOP',
    'The run is not halted before a callback in Python, so pdb has nowhere to stop; go to one first.',
  );
}

/** The re-execution differs from the recorded run. */
function diverged({ callback, field, recorded, now }: Divergence, suspects: Suspects) {
  return new OrreryError(
    'ORR_DEBUG_DIVERGED',
    `The re-execution is not the recorded run: callback #${callback} differs first, its ${field} was ${recorded} and is now ${now}; ${reason(suspects)}`,
  );
}

/**
 * How a re-execution ended, in the terms of `run.json`.
 *
 * @param isDigested - whether the recorded run had a digest to compare with
 * @throws OrreryError `ORR_DEBUG_DIVERGED` if the recorded run ended otherwise, `ORR_DEBUG_ENDED`
 *   if
 *   the process died, or the error that kept the run from starting
 */
export function ended(
  event: Exclude<LiveEvent, { readonly kind: 'halt' }>,
  file: RunFile,
  isDigested: boolean,
  suspects: Suspects,
): string {
  if (event.kind === 'diverged') throw diverged(event.divergence, suspects);
  if (event.kind === 'died') {
    throw new OrreryError(
      'ORR_DEBUG_ENDED',
      `The debugged process has ended (${event.signal ?? `exit code ${event.code}`}); move to a callback to start it again.`,
    );
  }
  if (event.kind === 'cut') return file.end;
  if (event.kind === 'failed') {
    const { code, message, place } = event.errors[0]!;
    throw new OrreryError(code as 'ORR_UNEXPECTED', message, { place });
  }
  const recorded = endText(file.end, file.counts.callbacks, file.digest.total);
  const now = endText(event.end, event.callbacks, isDigested ? event.digest : file.digest.total);
  if (recorded === now) return file.end;
  const callback = Math.min(event.callbacks, file.counts.callbacks) + 1;
  throw diverged({ callback, field: 'end', recorded, now }, suspects);
}

function endText(end: string, callbacks: number, digest: string): string {
  return `"${end}" after ${counted(callbacks, 'callback')} (digest ${digest})`;
}

function reason({ changed, touched, leaks }: Suspects): string {
  if (touched) return 'an evaluated expression had side effects: go back for a clean run.';
  if (changed.length > 0) return `these files have changed since: ${changed.join(', ')}.`;
  const [leak] = leaks;
  if (leak === undefined) return 'orrery verify shows what makes a system nondeterministic.';
  const where = leak.file === undefined ? '' : ` at ${leak.file}:${leak.line}`;
  return `the run had leaks, the first of them ${leak.what}${where}.`;
}
