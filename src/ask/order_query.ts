import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { parseTopicCondition, type TopicCondition } from '../system/index.js';

/** The callbacks of a node that a question is about, as they were written. */
export type Handled =
  /** those that receive a message of the topic, or a request or response of the service */
  | { readonly kind: 'input'; readonly text: string; readonly condition: TopicCondition }
  /** those of the timers with this period, in ns */
  | { readonly kind: 'timer'; readonly text: string; readonly period: number };

/** A question about the order in which a node handled its inputs. */
export interface OrderQuery {
  readonly text: string;
  readonly node: string;
  readonly first: Handled;
  /** The callbacks that can be answers. */
  readonly second: Handled;
  /** Whether every such callback is examined, from the one before it on; otherwise only the first one. */
  readonly each: boolean;
  /** Whether the answers are the callbacks that lack the first kind before them. */
  readonly missing: boolean;
}

/** Words in quotes are values, not keywords. */
const QUOTED = /"[^"]*"|'[^']*'/g;
const ORDER =
  /^(?<first>(?:"[^"]*"|'[^']*'|[^"'])+?)\s+(?<not>not\s+)?before\s+(?<each>each\s+)?(?<second>.+)\s+at\s+(?<node>\/\S+)$/s;
const TIMER = /^timer\s+(?<period>.+)$/s;

/** Parses `A [not] before [each] B at /node`; undefined for a text of any other form. */
export function parseOrderQuery(text: string): OrderQuery | undefined {
  const parts = ORDER.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const { first, not, each, second, node } = parts;
  return {
    text,
    node: node!,
    first: handled(first!),
    second: handled(second!),
    each: each !== undefined,
    missing: not !== undefined,
  };
}

/** @throws OrreryError `ORR_TOPIC_CONDITION`, `ORR_DURATION`, `ORR_ASK_QUERY` */
function handled(text: string): Handled {
  const period = TIMER.exec(text)?.groups?.period;
  if (period !== undefined) return { kind: 'timer', text, period: parseDuration(period) };
  if (text.replace(QUOTED, '').includes(' before ')) {
    throw new OrreryError(
      'ORR_ASK_QUERY',
      `"${text}" has "before" twice; ask for two callbacks at a time: '/a before /b at /node'.`,
    );
  }
  return { kind: 'input', text, condition: parseTopicCondition(text) };
}

/**
 * Says what a callback that answers the question shows, in words that follow "it is answered".
 *
 * @param when - the time of the callback
 */
export function describeOrder(query: OrderQuery, when: string): string {
  const { node, first, second, missing, each } = query;
  const other = each ? `a new ${first.text}` : first.text;
  const how = missing ? `without ${other} before it` : `after ${other}`;
  return `: ${node} handled ${second.text} at ${when} ${how}`;
}
