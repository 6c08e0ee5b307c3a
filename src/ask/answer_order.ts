import type { BagReader } from '../bag/index.js';
import type { TraceReader } from '../record/index.js';
import { type AskOptions, MOST_ANSWERS, type QueryAnswer } from './answer_query.js';
import { handledCallbacks } from './handled_callbacks.js';
import type { OrderQuery } from './order_query.js';

/**
 * Answers a question about the order in which a node handled its inputs. Callbacks are compared in the order in
 * which they began, also those of parallel threads.
 *
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ASK_NODE`, `ORR_ASK_CONTENT`
 */
export function answerOrder(
  trace: TraceReader,
  recording: BagReader | undefined,
  query: OrderQuery,
  { name = trace.path, mayLackTopics = false }: AskOptions = {},
): QueryAnswer {
  const from = { trace, recording, name, mayLack: mayLackTopics };
  const firsts = handledCallbacks(query.first, query.node, from);
  const seconds = handledCallbacks(query.second, query.node, from);
  const stamps: bigint[] = [];
  let count = 0;
  let next = 0;
  for (const second of query.each ? seconds : seconds.slice(0, 1)) {
    const before = next;
    while (next < firsts.length && firsts[next]!.number < second.number) next++;
    if (next > before === query.missing) continue;
    count++;
    if (stamps.length < MOST_ANSWERS) stamps.push(second.time);
  }
  return { count, stamps, undecided: 0, isEvaluated: seconds.length > 0 };
}
