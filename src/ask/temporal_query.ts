import { OrreryError } from '../errors/index.js';
import { parseDuration } from '../kernel/index.js';
import { parseTopicCondition, type TopicCondition } from '../system/index.js';

/** What must, or must not, occur near an event for the event to be an answer. */
export interface Neighbour {
  readonly condition: TopicCondition;
  readonly where: 'after' | 'before';
  /** Whether the answers are the events without such a neighbour. */
  readonly missing: boolean;
  /** Length of the window, in ns. */
  readonly within: number;
}

/** A question about the order of messages in time. */
export interface TemporalQuery {
  readonly text: string;
  /** The messages that can be answers. */
  readonly event: TopicCondition;
  readonly neighbour: Neighbour | undefined;
  /** Counts events only while this lifecycle node is in this state. */
  readonly state: { readonly node: string; readonly label: string } | undefined;
}

const QUERY =
  /^(?<event>.+?)(?:\s+(?<not>not\s+)?(?<relation>followed|preceded)\s+by\s+(?<other>.+?)\s+within\s+(?<within>\S+))?(?:\s+while\s+(?<node>\/\S+)\s+is\s+(?<label>[a-z]+))?$/s;

/**
 * Parses a question: a condition on a topic as in the checks of `explore`, alone or in
 * `A [not] followed by B within 50ms` or `A [not] preceded by B within 50ms`, optionally with `while /node is active`.
 *
 * @throws OrreryError `ORR_ASK_QUERY`, `ORR_TOPIC_CONDITION`, `ORR_DURATION`
 */
export function parseTemporalQuery(text: string): TemporalQuery {
  const parts = QUERY.exec(text.trim())?.groups;
  if (parts?.event === undefined || / (followed|preceded) /.test(parts.event)) {
    throw new OrreryError(
      'ORR_ASK_QUERY',
      `"${text}" is not a question; write e.g. '/cmd_vel not followed by /motor within 50ms' or '/a not before each /b at /node'.`,
    );
  }
  const { event, not, relation, other, within, node, label } = parts;
  return {
    text,
    event: parseTopicCondition(event),
    neighbour:
      relation === undefined
        ? undefined
        : {
            condition: parseTopicCondition(other!),
            where: relation === 'followed' ? 'after' : 'before',
            missing: not !== undefined,
            within: Number(parseDuration(within!)),
          },
    state: node === undefined ? undefined : { node, label: label! },
  };
}
