import { OrreryError } from '../errors/index.js';
import { type Decision, isSeedDecision } from './decision.js';
import { describeDecision } from './describe_decision.js';
import type { MissedDecision } from './journal.js';

/**
 * The one place in the present system that a decision can mean; undefined if there is none, or if there are several.
 */
export function anchorOf({ decision, near }: MissedDecision): Decision | undefined {
  if (near.length < 2 || !('before' in decision)) return near.length === 1 ? near[0] : undefined;
  // Another count of the same pair is closer than another pair.
  const samePair = near.filter((each) => 'before' in each && each.before === decision.before);
  return samePair.length === 1 ? samePair[0] : undefined;
}

/**
 * The error for decisions of a saved schedule that did not come to pass: the system is no longer the one in which
 * they were found, so the run proves nothing.
 *
 * @param what - the schedule, e.g. its file
 */
export function staleSchedule(what: string, missed: readonly MissedDecision[]): OrreryError {
  const lines = missed.map((each) => `  ${describeDecision(each.decision)}: ${whyMissed(each)}`);
  const count = missed.length === 1 ? 'one' : String(missed.length);
  return new OrreryError(
    'ORR_SCHEDULE_STALE',
    `${what} no longer applies to the system: ${count} of its decisions did not come to pass; search again with orrery explore, or allow it with --allow-stale:\n${lines.join('\n')}`,
  );
}

function whyMissed(missed: MissedDecision): string {
  const { near, isIdle, decision } = missed;
  if (isSeedDecision(decision)) return 'it changes nothing, because no random number is drawn';
  if (isIdle) return 'it changes nothing, because in that time nothing is sent and nobody asks';
  if (near.length === 0) return 'there is no such choice any more';
  const places = near.map(describeDecision).join('; ');
  if (anchorOf(missed) !== undefined) return `it would be "${places}" now`;
  return `it could be any of ${near.length} now (${places})`;
}
