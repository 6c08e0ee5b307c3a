import { useEffect, useState } from 'preact/hooks';
import type { DiagnosticView, RunInfo, RunState } from '../../model/engine_protocol.js';
import { LiveParameters } from './live/live_parameters.js';
import { Publish } from './live/publish.js';
import type { Live } from './live/use_live_run.js';
import { TimeSlider } from './time_slider.js';
import { timeText } from './time_text.js';
import type { WorkerClient } from './worker_client.js';

const LEVELS = ['OK', 'warning', 'error', 'stale'];
const CLASSES = ['ok', 'warning', 'error', 'stale'];

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly cursor: number | undefined;
  readonly onCursor: (time: number) => void;
  readonly search: string;
  readonly live: Live | undefined;
}

/** Diagnostics and parameters at the cursor; for an active run, also its controls. */
export function StatePanel(props: Props) {
  const { runs, onCursor, live } = props;
  const end = Math.max(...runs.map((run) => run.end));
  const cursor = props.cursor ?? end;
  const isLive = live !== undefined && !live.isOver;
  return (
    <div class="state-panel">
      <TimeSlider end={end} cursor={cursor} onCursor={onCursor} />
      <div class="side-by-side">
        {runs.map((run, i) => (
          <OneState
            {...props}
            key={run.path}
            run={run}
            cursor={cursor}
            title={runs.length > 1 ? `Run ${'AB'[i]}` : ''}
          />
        ))}
        {isLive && (
          <article>
            <LiveParameters link={live.link} />
            <Publish link={live.link} />
          </article>
        )}
      </div>
    </div>
  );
}

interface OneProps extends Props {
  readonly run: RunInfo;
  readonly title: string;
  readonly cursor: number;
}

function OneState({ run, worker, cursor, title, search }: OneProps) {
  const [state, setState] = useState<RunState>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let current = true;
    worker.ask('state', { run: run.path, time: cursor }).then(
      (found) => {
        if (current) setState(found);
      },
      (error: Error) => current && setProblem(error.message),
    );
    return () => {
      current = false;
    };
  }, [run, cursor]);
  if (state === undefined) return <p class="problem">{problem}</p>;
  const diagnostics = state.diagnostics.filter(({ name }) => name.includes(search));
  const parameters = state.parameters.filter((each) =>
    `${each.node} ${each.name}`.includes(search),
  );
  return (
    <article>
      {title !== '' && <h2>{title}</h2>}
      {state.isCut && <p class="problem">The run said more than is shown here.</p>}
      <section aria-label="Diagnostics">
        <h3>Diagnostics</h3>
        {diagnostics.length === 0 && <p class="note">No diagnostics were published up to here.</p>}
        <Tree diagnostics={diagnostics} depth={0} />
      </section>
      <section aria-label="Recorded parameters">
        <h3>Parameters as published</h3>
        {parameters.length === 0 && <p class="note">No parameters changed up to here.</p>}
        <table>
          <tbody>
            {parameters.map(({ node, name, value, time }) => (
              <tr key={`${node} ${name}`}>
                <td>{node}</td>
                <td>{name}</td>
                <td>
                  <code>{value}</code>
                </td>
                <td class="note">since {timeText(time)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </article>
  );
}

interface TreeProps {
  readonly diagnostics: readonly DiagnosticView[];
  /** Number of name parts that the levels above show. */
  readonly depth: number;
}

function partsOf({ name }: DiagnosticView): string[] {
  return name.split('/').filter((part) => part !== '');
}

/** Statuses whose names start alike form a branch, whose level is the worst in it. */
function Tree({ diagnostics, depth }: TreeProps) {
  const branches = new Map<string, DiagnosticView[]>();
  for (const each of diagnostics) {
    const part = partsOf(each)[depth] ?? '';
    branches.set(part, [...(branches.get(part) ?? []), each]);
  }
  return (
    <ul class="diagnostics">
      {[...branches].map(([part, inside]) => {
        const own = inside.find((each) => partsOf(each).length <= depth + 1);
        const others = inside.filter((each) => each !== own);
        const level = Math.max(...inside.map((each) => (each.isStale ? 3 : each.level)));
        return (
          <li key={part}>
            <details open={level > 0 || depth === 0}>
              <summary>
                <b class={`level ${CLASSES[level] ?? 'error'}`}>{LEVELS[level] ?? level}</b> {part}
                {own !== undefined && `: ${own.message}`}
              </summary>
              {own !== undefined && <Values own={own} />}
              {others.length > 0 && <Tree diagnostics={others} depth={depth + 1} />}
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function Values({ own }: { readonly own: DiagnosticView }) {
  return (
    <dl>
      {own.values.map(([key, value]) => (
        <>
          <dt>{key}</dt>
          <dd>{value}</dd>
        </>
      ))}
      {own.hardware !== '' && (
        <>
          <dt>hardware</dt>
          <dd>{own.hardware}</dd>
        </>
      )}
      <dt>said at</dt>
      <dd>{timeText(own.time)}</dd>
    </dl>
  );
}
