import { type Decision, describeDecision, isOrderDecision, timeOf } from '../schedule/index.js';
import { describeDivergence } from './divergence.js';
import type { ShrunkFailure } from './shrink_failure.js';

/** Up to this many decisions are listed as the reason. */
const MOST_REASONS = 3;
/** Up to this many other decisions are explained. */
const MOST_CONSEQUENCES = 5;

/** What a schedule was tried with, where not everything was tried. */
const AS_TRIED = {
  times: 'times at their longest',
  seeds: 'no seed but the configured one and this one',
};

/** Says in lines of words what leads to a failure, and to which one. */
export function statementOf(shrunk: ShrunkFailure): string[] {
  const { decisions, divergence, text } = shrunk;
  return [
    ...decisions.map(describeDecision),
    ...(divergence === undefined
      ? sameOrderLine(shrunk)
      : [describeDivergence(divergence), ...becauseLines(shrunk)]),
    ...furtherLines(shrunk),
    `→ ${text}`,
  ];
}

/** Times alone can matter, where nodes share something other than messages. */
function sameOrderLine({ decisions, digest }: ShrunkFailure): string[] {
  const isKnown = digest !== undefined && decisions.some((each) => timeOf(each) !== undefined);
  return isKnown
    ? ['each node handles the same in the same order as normally, at other times']
    : [];
}

/** Says which decisions led to the order that the node saw. */
function becauseLines({ because, decisions }: ShrunkFailure): string[] {
  if (because.length === 0) return [];
  if (because.length <= MOST_REASONS) {
    return [because.map(describeReason).join(' and ')];
  }
  return [`because of ${because.length} of these ${decisions.length} decisions together`];
}

/** An order is described by a noun phrase, everything else by a clause. */
function describeReason(decision: Decision): string {
  return `because ${isOrderDecision(decision) ? 'of ' : ''}${describeDecision(decision)}`;
}

/** Says what the other decisions do, unless there are too many of them; those that do the same are listed together. */
function furtherLines({ consequences }: ShrunkFailure): string[] {
  if (consequences.length > MOST_CONSEQUENCES) return [];
  const reasons = new Map<string, string[]>();
  for (const { decision, divergence } of consequences) {
    const what = describeDivergence(divergence, 'otherwise');
    reasons.set(what, [...(reasons.get(what) ?? []), describeReason(decision)]);
  }
  return [...reasons].flatMap(([what, because]) => [what, because.join(' and ')]);
}

/** Says what evidence there is that fewer decisions are not enough. */
export function fewestLine({ decisions, proof }: ShrunkFailure): string {
  const { none, runs, untried, proved } = proof;
  if (decisions.length === 1) return 'no fewer: the default run passes';
  const tried = `${runs} run${runs === 1 ? '' : 's'} with fewer decisions`;
  const all = `every schedule of at most ${none} decision${none === 1 ? '' : 's'} passes`;
  if (proved) return `no fewer: ${all} (${tried})`;
  if (none === 0 || none < decisions.length - 1) {
    return `perhaps fewer: none was found in ${tried}${none === 0 ? '' : `, and ${all}`}`;
  }
  const within = untried.map((each) => AS_TRIED[each]).join(', and ');
  return `perhaps fewer with other ${untried.join(' or ')}: ${all} with ${within} (${tried})`;
}

export function confirmationOf({ digest, confirmed }: ShrunkFailure): string {
  if (confirmed && digest === undefined) return 'repeated twice in fresh threads';
  return confirmed
    ? `repeated twice in fresh threads: digest ${digest}`
    : 'NOT repeated in fresh threads: the system keeps state outside its modules, or is not deterministic (orrery verify)';
}
