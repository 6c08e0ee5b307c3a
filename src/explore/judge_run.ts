import { OrreryError } from '../errors/index.js';
import type { RunError, RunOutcome } from '../record/index.js';
import type { RunConfig } from '../system/index.js';
import type { Check } from './check.js';

/** A failure of a run. */
export interface Failure {
  /** Equal for failures of the same kind: an error without its numbers, a check, or an exit code. */
  readonly kind: string;
  readonly text: string;
}

/**
 * Codes of errors that say nothing of the system: what it was asked cannot be judged, in whatever run, or the disk is
 * full.
 */
const NO_FINDINGS = [
  'ORR_FIELD_KIND',
  'ORR_FIELD_UNKNOWN',
  'ORR_OUTPUT_UNWRITABLE',
  'ORR_RESTART_UNAVAILABLE',
] as const;

/**
 * The first failure of a run; undefined if there is none.
 *
 * @param standard - the default run, with which checks may compare others
 * @throws OrreryError if a check cannot be made
 */
export async function judgeRun(
  outcome: RunOutcome,
  config: RunConfig,
  checks: readonly Check[],
  standard: RunOutcome = outcome,
): Promise<Failure | undefined> {
  for (const { code, message, place } of outcome.errors) {
    const other = NO_FINDINGS.find((each) => each === code);
    if (other !== undefined) throw new OrreryError(other, message, { place });
  }
  const [error] = outcome.errors;
  if (error !== undefined) return { kind: kindOf(error, outcome.errors), text: error.message };
  if (outcome.end === 'wall') {
    return { kind: 'ORR_WALL_LIMIT', text: 'The run exceeded its wall-clock limit.' };
  }
  const { exitCode } = outcome;
  if (exitCode !== 0) {
    return { kind: `exit ${exitCode}`, text: `The run ended with exit code ${exitCode}.` };
  }
  for (const check of checks) {
    const text = await check.judge(outcome, config, standard);
    if (text !== undefined) return { kind: check.text, text };
  }
  return undefined;
}

/** The code of an error of a run in which nothing is left to happen but something still waits. */
const STALLED = 'ORR_STALLED';

/**
 * Times and counts in a message differ from run to run; any other difference makes another kind of failure. A
 * deadlock is that of everyone who waits, whoever began to wait first.
 */
export function kindOf(error: RunError, all: readonly RunError[]): string {
  const counted = error.code === STALLED ? all.filter(({ code }) => code === STALLED) : [error];
  const kinds = counted.map(({ code, message }) => `${code} ${withoutNumbers(message)}`);
  return kinds.sort().join('\n');
}

/** The text as it is part of a kind of failure: Python writes numbers in hexadecimal for objects, at each start others. */
export function withoutNumbers(text: string): string {
  return text.replace(/0x[\da-f]+|\d+(\.\d+)?/g, '#');
}

/** Codes of errors that end a thread; each is a finding in itself. */
const LOST: ReadonlySet<string> = new Set(['ORR_WALL_LIMIT', 'ORR_RUN_STOPPED']);

/** Whether the thread of a run was lost because the run hung or ran out of memory. */
export function isLost({ code }: { readonly code: string }): boolean {
  return LOST.has(code);
}
