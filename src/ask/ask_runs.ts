import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openBag } from '../bag/index.js';
import { TraceReader } from '../record/index.js';
import type { AskOptions, QueryAnswer } from './answer_query.js';
import { answerQuestion, filesFor, parseQuestion, type Question } from './question.js';

/** The answer to a question for one run. */
export interface RunAnswer extends QueryAnswer {
  readonly run: string;
  /** Time of the first recorded message or callback, in ns since the epoch. */
  readonly start: bigint;
}

/**
 * Answers a question for several runs, one after the other.
 *
 * @param runs - directories that runs left behind, or recordings
 * @throws OrreryError `ORR_ASK_…`, `ORR_TOPIC_CONDITION`, `ORR_ANALYSIS_TRACE_MISSING`, `ORR_BAG_…`
 */
export async function askRuns(
  runs: readonly string[],
  question: string,
  options: AskOptions = {},
): Promise<RunAnswer[]> {
  const parsed = parseQuestion(question);
  const answers: RunAnswer[] = [];
  for (const run of runs) answers.push(await askRun(run, parsed, options));
  return answers;
}

async function askRun(run: string, question: Question, options: AskOptions): Promise<RunAnswer> {
  const needs = filesFor(question);
  const trace = needs.trace ? await TraceReader.open(run) : undefined;
  try {
    const recording = needs.recording ? await openBag(recordingOf(run)) : undefined;
    try {
      const { start } = (recording ?? trace!.bag).metadata;
      return { run, start, ...answerQuestion(question, { trace, recording }, options) };
    } finally {
      recording?.close();
    }
  } finally {
    trace?.close();
  }
}

function recordingOf(run: string): string {
  const isDirectory = existsSync(run) && statSync(run).isDirectory();
  const file = join(run, 'recording.mcap');
  return isDirectory && existsSync(file) ? file : run;
}
