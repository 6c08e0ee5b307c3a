import type { RunInfo } from '../../model/engine_protocol.js';
import { timeText } from './time_text.js';
import type { WorkerClient } from './worker_client.js';

/** The most answers that are listed. */
const MOST_LISTED = 60;

/** The answers to a question in the open runs. */
export interface Answers {
  readonly question: string;
  readonly byRun: readonly RunAnswer[];
  /** For each run, the times of its first answers. */
  readonly times: readonly (readonly number[])[];
}

interface RunAnswer {
  readonly count: number;
  /** Number of messages whose window was still open at the end of the recording. */
  readonly undecided: number;
  readonly isEvaluated: boolean;
  readonly times: readonly number[];
  readonly problem: string;
}

export async function askAll(
  runs: readonly RunInfo[],
  worker: WorkerClient,
  question: string,
): Promise<Answers> {
  const byRun = await Promise.all(
    runs.map(async ({ path }): Promise<RunAnswer> => {
      try {
        return { ...(await worker.ask('ask', { run: path, question })), problem: '' };
      } catch (error) {
        const none = { count: 0, undecided: 0, isEvaluated: false, times: [] };
        return { ...none, problem: (error as Error).message };
      }
    }),
  );
  return { question, byRun, times: byRun.map(({ times }) => times) };
}

interface Props {
  readonly answers: Answers;
  readonly onOpen: (time: number) => void;
  readonly onClose: () => void;
}

/** Lists the answers to a question, which are also marked on the timeline. */
export function Answered({ answers, onOpen, onClose }: Props) {
  const { question, byRun } = answers;
  return (
    <section class="answered" aria-label="Answers">
      <code>{question}</code>{' '}
      <button type="button" onClick={onClose}>
        Close
      </button>
      {byRun.map(({ count, undecided, isEvaluated, times, problem }, run) => (
        <p key={'AB'[run]}>
          <b>
            {byRun.length > 1 && 'AB'[run]} {problem === '' && timesText(count, isEvaluated)}
          </b>{' '}
          {problem !== '' && <span class="problem">{problem}</span>}
          {times.slice(0, MOST_LISTED).map((time) => (
            <button type="button" class="link" key={time} onClick={() => onOpen(time)}>
              {timeText(time)}
            </button>
          ))}
          {count > MOST_LISTED && ' …'}
          {undecided > 0 && (
            <span class="note"> {undecided} undecided when the recording ended</span>
          )}
        </p>
      ))}
    </section>
  );
}

function timesText(count: number, isEvaluated: boolean): string {
  if (!isEvaluated) return 'not evaluated: nothing that it asks about was seen';
  if (count < 2) return count === 0 ? 'never' : 'once:';
  return `${count} times:`;
}
