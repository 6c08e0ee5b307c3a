import type { RunInfo } from '../../model/engine_protocol.js';
import { durationText, timeText } from './time_text.js';

interface SummaryProps {
  readonly runs: readonly RunInfo[];
  readonly cursor: number | undefined;
  readonly status: string;
}

/** What the runs are, and what is wrong with them. */
export function Summary({ runs, cursor, status }: SummaryProps) {
  return (
    <div class="summary">
      {runs.map((run, i) => (
        <p key={run.path}>
          {runs.length > 1 && <b>{'AB'[i]} </b>}
          {run.name}: {durationText(run.end)}, {run.callbacks.toLocaleString('en')} callbacks
          {run.ended !== '' && `, ended: ${run.ended}`}
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
