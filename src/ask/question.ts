import type { BagReader } from '../bag/index.js';
import { OrreryError } from '../errors/index.js';
import type { TraceReader } from '../record/index.js';
import { answerOrder } from './answer_order.js';
import { type AskOptions, answerQuery, type QueryAnswer } from './answer_query.js';
import { describeOrder, type Handled, type OrderQuery, parseOrderQuery } from './order_query.js';
import { parseTemporalQuery, type TemporalQuery } from './temporal_query.js';

/** A question about messages in time, or about the order in which a node handled them. */
export type Question = TemporalQuery | OrderQuery;

/** The files of a run, as far as they exist. */
export interface AskedFiles {
  readonly trace: TraceReader | undefined;
  readonly recording: BagReader | undefined;
}

/**
 * Parses a question: `A [not] before [each] B at /node`, or one of {@link parseTemporalQuery}.
 *
 * @throws OrreryError `ORR_ASK_QUERY`, `ORR_TOPIC_CONDITION`, `ORR_DURATION`
 */
export function parseQuestion(text: string): Question {
  return parseOrderQuery(text) ?? parseTemporalQuery(text);
}

/** Which files of a run a question needs. */
export function filesFor(question: Question): {
  readonly trace: boolean;
  readonly recording: boolean;
} {
  if (!isOrder(question)) return { trace: false, recording: true };
  return { trace: true, recording: [question.first, question.second].some(asksForContent) };
}

/** The names that a question is about: topics or services, and the node that handles them. */
export function namesOf(question: Question): { readonly topics: string[]; readonly node?: string } {
  if (isOrder(question)) {
    const { node, first, second } = question;
    const topics = [first, second].flatMap((each) =>
      each.kind === 'input' ? [each.condition.topic] : [],
    );
    return { topics, node };
  }
  const { event, neighbour } = question;
  return { topics: [event, ...(neighbour ? [neighbour.condition] : [])].map((each) => each.topic) };
}

/**
 * Answers a question about a run.
 *
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_BAG_NOT_FOUND`, `ORR_ASK_…`
 */
export function answerQuestion(
  question: Question,
  { trace, recording }: AskedFiles,
  options: AskOptions = {},
): QueryAnswer {
  if (isOrder(question)) {
    return answerOrder(trace ?? missing('trace', options), recording, question, options);
  }
  return answerQuery(recording ?? missing('recording', options), question, options);
}

/**
 * Says what an answer shows, in words that follow "it is answered".
 *
 * @param when - the time of the answer
 */
export function describeAnswer(question: Question, when: string): string {
  return isOrder(question) ? describeOrder(question, when) : ` by a message at ${when}`;
}

function isOrder(question: Question): question is OrderQuery {
  return 'first' in question;
}

function asksForContent(handled: Handled): boolean {
  return handled.kind === 'input' && handled.condition.comparisons.length > 0;
}

function missing(what: 'trace' | 'recording', { name = 'The run' }: AskOptions): never {
  throw new OrreryError(
    what === 'trace' ? 'ORR_ANALYSIS_TRACE_MISSING' : 'ORR_BAG_NOT_FOUND',
    `${name} holds no ${what}.mcap, which the question is about; open the directory of a run.`,
  );
}
