import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBag } from '../bag/index.js';
import { type AskOptions, answerQuery, type QueryAnswer } from './answer_query.js';
import { parseTemporalQuery } from './temporal_query.js';

/** What a question finds in one run. */
export interface RunAnswer extends QueryAnswer {
  readonly run: string;
  /** Of the run's first message, ns since the epoch. */
  readonly start: bigint;
}

/**
 * Asks runs one after the other.
 *
 * @param runs - directories that runs left behind, or recordings
 * @throws OrreryError `ORR_ASK_QUERY`, `ORR_ASK_TOPIC`, `ORR_TOPIC_CONDITION`, `ORR_BAG_…`
 */
export async function askRuns(
  runs: readonly string[],
  question: string,
  options: AskOptions = {},
): Promise<RunAnswer[]> {
  const query = parseTemporalQuery(question);
  const answers: RunAnswer[] = [];
  for (const run of runs) {
    const isDirectory = existsSync(run) && statSync(run).isDirectory();
    const file = join(run, 'recording.mcap');
    const bag = await openBag(isDirectory && existsSync(file) ? file : run);
    try {
      answers.push({ run, start: bag.metadata.start, ...answerQuery(bag, query, options) });
    } finally {
      bag.close();
    }
  }
  return answers;
}
