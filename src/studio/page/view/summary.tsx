import type { RunInfo } from '../../model/engine_protocol.js';
import { durationText, timeText } from './time_text.js';

interface SummaryProps {
  readonly runs: readonly RunInfo[];
  readonly cursor: number | undefined;
  readonly status: string;
}

const ENDINGS: Readonly<Record<string, string>> = {
  running: 'not ended',
  idle: 'ended when nothing was left to happen',
  stalled: 'stalled: a program waits for what never comes',
  until: 'ended after the time it was given',
  finished: 'ended by a program',
  timeout: 'ended by its timeout',
  condition: 'ended by a message that was waited for',
  played: 'ended when all bags were played',
  exit: 'ended when a process that was waited for ended',
  shutdown: 'shut down by its launch file',
  wall: 'ended because its real time was used up',
  interrupted: 'interrupted',
  failed: 'ended by an error',
};

/** A line for each run, with its problems. */
export function Summary({ runs, cursor, status }: SummaryProps) {
  return (
    <div class="summary">
      {runs.map((run, i) => (
        <p key={run.path}>
          {runs.length > 1 && <b>{'AB'[i]} </b>}
          {run.name}: {durationText(run.end)}, {run.callbacks.toLocaleString('en')} callbacks
          {run.ended !== '' && `, ${ENDINGS[run.ended] ?? `ended: ${run.ended}`}`}
          {run.digest !== '' && <code> {run.digest}</code>}
        </p>
      ))}
      {cursor !== undefined && <p>at {timeText(cursor)}</p>}
      {status !== '' && <p role="status">{status}</p>}
      {runs.flatMap((run) =>
        run.problems.map((problem) => (
          <p class="problem" key={`${run.path} ${problem}`}>
            {run.name}: {problem}
          </p>
        )),
      )}
    </div>
  );
}
