import type { RunInfo } from '../../model/engine_protocol.js';
import { timeText } from './time_text.js';
import type { WorkerClient } from './worker_client.js';

/** Answers that are listed. */
const MOST_LISTED = 60;

/** What a question found in the open runs. */
export interface Answers {
  readonly question: string;
  /** By run: how many there are, and when the first of them were. */
  readonly counts: readonly number[];
  readonly times: readonly (readonly number[])[];
  readonly problem: string | undefined;
}

export async function askAll(
  runs: readonly RunInfo[],
  worker: WorkerClient,
  question: string,
): Promise<Answers> {
  try {
    const all = await Promise.all(
      runs.map(({ path }) => worker.ask('ask', { run: path, question })),
    );
    const [counts, times] = [all.map(({ count }) => count), all.map((each) => each.times)];
    return { question, counts, times, problem: undefined };
  } catch (error) {
    return { question, counts: [], times: [], problem: (error as Error).message };
  }
}

interface Props {
  readonly answers: Answers;
  readonly onOpen: (time: number) => void;
  readonly onClose: () => void;
}

/** The answers to a question, which are marks of the timeline, too. */
export function Answered({ answers, onOpen, onClose }: Props) {
  const { question, counts, times, problem } = answers;
  return (
    <section class="answered" aria-label="Answers">
      <code>{question}</code>{' '}
      <button type="button" onClick={onClose}>
        Close
      </button>
      {problem !== undefined && <p class="problem">{problem}</p>}
      {counts.map((count, run) => (
        <p key={'AB'[run]}>
          <b>
            {counts.length > 1 && 'AB'[run]} {count === 0 ? 'never' : `${count} times:`}
          </b>{' '}
          {times[run]!.slice(0, MOST_LISTED).map((time) => (
            <button type="button" class="link" key={time} onClick={() => onOpen(time)}>
              {timeText(time)}
            </button>
          ))}
          {count > MOST_LISTED && ' …'}
        </p>
      ))}
    </section>
  );
}
