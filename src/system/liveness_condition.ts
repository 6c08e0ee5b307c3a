import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { parseTopicCondition, type TopicCondition } from './topic_condition.js';

/** Something that must happen in a run, at some time. Times are ns. */
export type LivenessCondition =
  /** a message fulfils the condition, within a time after the start or at any time */
  | { readonly kind: 'eventually'; readonly goal: TopicCondition; readonly within?: number }
  /** each message that fulfils the first is followed by one that fulfils the second */
  | {
      readonly kind: 'leads-to';
      readonly trigger: TopicCondition;
      readonly goal: TopicCondition;
      readonly within: number;
    }
  /** no more time than that passes without a message that fulfils the condition */
  | { readonly kind: 'progress'; readonly goal: TopicCondition; readonly within: number }
  /** every request gets its response */
  | { readonly kind: 'answered'; readonly within: number }
  /** nothing that is ready waits longer than that */
  | { readonly kind: 'starvation'; readonly within: number };

const EXAMPLES =
  "'eventually:/done: data == true within 2s', 'leads-to:/goal -> /result within 5s', 'progress:/odom within 200ms', 'answered:500ms' or 'starvation:100ms'";

const LIVENESS = /^(eventually|leads-to|progress|answered|starvation):\s*(.+)$/s;
const WITHIN = /^(.+?)\s+within\s+(\S+(?:\s*[a-z]+)?)$/s;

/** Whether the text begins like a condition on what must happen. */
export function isLiveness(text: string): boolean {
  return LIVENESS.test(text);
}

/**
 * Parses what must happen:
 *
 * - `eventually:/done: data == true within 2s`; without `within`, before the run ends;
 * - `leads-to:/goal: data > 0 -> /result within 5s`: after each message that fulfils the first condition;
 * - `progress:/odom within 200ms`: no more time than that passes without such a message;
 * - `answered:500ms`: every request to a service has its response within that time; otherwise it counts as a
 *   deadlock;
 * - `starvation:100ms`: no callback that is ready waits longer.
 *
 * Conditions are those of `parseTopicCondition`.
 *
 * @throws OrreryError `ORR_EXPLORE_CHECK`, `ORR_TOPIC_CONDITION`, `ORR_DURATION`
 */
export function parseLiveness(text: string): LivenessCondition {
  const [, kind = '', rest = ''] = LIVENESS.exec(text) ?? [];
  if (kind === 'answered' || kind === 'starvation') return { kind, within: parseDuration(rest) };
  const [, condition = rest, time] = WITHIN.exec(rest) ?? [];
  const within = time === undefined ? undefined : parseDuration(time);
  if (kind === 'eventually') {
    const goal = parseTopicCondition(condition);
    return within === undefined ? { kind, goal } : { kind, goal, within };
  }
  if (within === undefined) refuse(text, 'does not say within which time');
  if (kind === 'progress') return { kind, goal: parseTopicCondition(condition), within };
  const [trigger, goal, ...more] = condition.split(/\s*->\s*/);
  if (kind !== 'leads-to' || goal === undefined || more.length > 0) {
    refuse(text, 'does not have the form "/first -> /second"');
  }
  return {
    kind,
    trigger: parseTopicCondition(trigger!),
    goal: parseTopicCondition(goal),
    within,
  };
}

/** The conditions on topics that it contains. */
export function topicsOfLiveness(condition: LivenessCondition): TopicCondition[] {
  switch (condition.kind) {
    case 'eventually':
    case 'progress':
      return [condition.goal];
    case 'leads-to':
      return [condition.trigger, condition.goal];
    default:
      return [];
  }
}

function refuse(text: string, what: string): never {
  throw new OrreryError(
    'ORR_EXPLORE_CHECK',
    `The check "${text}" ${what}; write e.g. ${EXAMPLES}.`,
  );
}
