import { useEffect, useState } from 'preact/hooks';
import type { TracedCallback } from '../../../record/index.js';
import type { RunDiff } from '../../../verify/index.js';
import type { Parting, RunInfo } from '../../model/engine_protocol.js';
import { OverlaidPlot } from './overlaid_plot.js';
import { durationText, timeText } from './time_text.js';
import { Timeline, type TimelineProps } from './timeline.js';
import type { WorkerClient } from './worker_client.js';

/** The most plots of a comparison. */
const MOST_PLOTS = 6;
/** How much is shown around the first difference, in ns. */
const AROUND = 100_000_000;

export interface Difference {
  readonly diff: RunDiff | undefined;
  readonly partings: readonly Parting[];
  /** Time of the first difference, in ns since the start. */
  readonly time: number | undefined;
  readonly problem: string | undefined;
}

/** Compares the two runs, if there are two. */
export function useDifference(
  runs: readonly RunInfo[],
  worker: WorkerClient,
): Difference | undefined {
  const [found, setFound] = useState<Difference>();
  useEffect(() => {
    const [a, b] = runs;
    if (a === undefined || b === undefined) return;
    setFound(undefined);
    void compare(a, b, worker).then(setFound);
  }, [runs]);
  return found;
}

async function compare(a: RunInfo, b: RunInfo, worker: WorkerClient): Promise<Difference> {
  const pair = { a: a.path, b: b.path };
  try {
    const diff = await worker.ask('diff', pair);
    const partings = await worker.ask('partings', { ...pair, topics: diff.topics });
    const { first } = diff;
    // The first difference is at whichever of the two callbacks is earlier.
    const times = [first?.a && first.a.time - a.epoch, first?.b && first.b.time - b.epoch]
      .filter((each) => each !== undefined)
      .map(Number);
    const time = times.length === 0 ? partings[0]?.time : Math.min(...times);
    return { diff, partings, time, problem: undefined };
  } catch (error) {
    const topics = a.topics.map(({ name }) => name);
    const partings = await worker.ask('partings', { ...pair, topics }).catch(() => []);
    const problem = (error as Error).message;
    return { diff: undefined, partings, time: partings[0]?.time, problem };
  }
}

interface Props extends TimelineProps {
  readonly worker: WorkerClient;
  readonly difference: Difference | undefined;
  readonly onOpen: (time: number) => void;
}

/** Where two runs differ first, why, and what followed. */
export function TwoRuns(props: Props) {
  const { runs, difference, onSpan } = props;
  const time = difference?.time;
  useEffect(() => {
    if (time !== undefined) onSpan({ from: time - AROUND, to: time + AROUND });
  }, [time]);
  if (difference === undefined) return <p role="status">Comparing …</p>;
  const { diff, partings, problem } = difference;
  return (
    <div class="two-runs">
      <p class={diff?.same ? 'verdict same' : 'verdict'}>
        {diff?.verdict ?? `The traces cannot be compared; the recordings are. ${problem}`}
        {time !== undefined && ` They part at ${timeText(time)}.`}
      </p>
      {diff !== undefined && <Reasons diff={diff} runs={runs} />}
      {time !== undefined && (
        <div class="aligned">
          <Timeline {...props} parting={time} />
        </div>
      )}
      <Followed {...props} partings={partings} />
    </div>
  );
}

function Reasons({ diff, runs }: { readonly diff: RunDiff; readonly runs: readonly RunInfo[] }) {
  const { message, setup, first } = diff;
  return (
    <div class="reasons">
      {setup.length > 0 && (
        <Pairs
          title="What was different from the beginning"
          rows={setup.map(({ name, a, b }) => differing(name, a, b))}
        />
      )}
      {first !== undefined && (
        <Pairs
          title={`The first difference: callback ${(first.a ?? first.b)!.number}`}
          rows={factsOf(first.a, first.b, runs[0]!.epoch)}
        />
      )}
      {message !== undefined && (
        <Pairs
          title={`Its message on ${message.topic}`}
          rows={message.fields.map(({ path, a, b }) => [path, a, b])}
        />
      )}
      <Causes title="In A because of" callbacks={diff.causesA} epoch={runs[0]!.epoch} />
      <Causes title="In B because of" callbacks={diff.causesB} epoch={runs[1]!.epoch} />
      {diff.first !== undefined && diff.causesA.length + diff.common.length === 0 && (
        <p>In A, nothing else caused it: a timer, or input from outside.</p>
      )}
      {diff.first !== undefined && diff.causesB.length + diff.common.length === 0 && (
        <p>In B, nothing else caused it: a timer, or input from outside.</p>
      )}
      <Causes title="Before that, common to both" callbacks={diff.common} epoch={runs[0]!.epoch} />
    </div>
  );
}

type Row = readonly [name: string, a: string, b: string];

/** Long texts are shown from shortly before their first difference. */
function differing(name: string, a: string | undefined, b: string | undefined): Row {
  const [x, y] = [a ?? 'nothing', b ?? 'nothing'];
  let at = 0;
  while (at < x.length && x[at] === y[at]) at++;
  const from = Math.max(0, at - 30);
  const cut = (text: string) => {
    const part = text.slice(from, from + 160);
    return `${from > 0 ? '…' : ''}${part}${from + 160 < text.length ? '…' : ''}`;
  };
  return [name, cut(x), cut(y)];
}

function factsOf(
  a: TracedCallback | undefined,
  b: TracedCallback | undefined,
  epoch: bigint,
): Row[] {
  const facts: readonly [string, (callback: TracedCallback) => string][] = [
    ['callback', ({ entity }) => entity],
    ['began', ({ time }) => timeText(Number(time - epoch))],
    ['took', ({ duration }) => durationText(duration)],
    ['caused by', ({ cause }) => (cause === 0 ? 'nothing else' : `callback ${cause}`)],
    ['input', ({ input }) => (input === 0 ? 'none' : input.toString(16))],
    [
      'sent',
      ({ outputs, output }) => (outputs === 0 ? 'nothing' : `${outputs}: ${output.toString(16)}`),
    ],
  ];
  const text = (
    callback: TracedCallback | undefined,
    fact: (callback: TracedCallback) => string,
  ) => (callback === undefined ? 'did not run' : fact(callback));
  return facts.map(([name, fact]) => [name, text(a, fact), text(b, fact)]);
}

function Pairs({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th />
            <th>A</th>
            <th>B</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, a, b]) => (
            <tr key={name} class={a === b ? '' : 'differs'}>
              <th>{name}</th>
              <td>{a}</td>
              <td>{b}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface CausesProps {
  readonly title: string;
  readonly callbacks: readonly TracedCallback[];
  readonly epoch: bigint;
}

function Causes({ title, callbacks, epoch }: CausesProps) {
  if (callbacks.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ol>
        {callbacks.map(({ number, entity, time }) => (
          <li key={number}>
            <code>{number}</code> {entity} at {timeText(Number(time - epoch))}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Plots of the topics that differ, and how far the robot's paths separate. */
function Followed({
  runs,
  worker,
  palette,
  partings,
  onOpen,
  difference,
  theme,
}: Props & { readonly partings: readonly Parting[] }) {
  if (partings.length === 0) return null;
  const plotted = partings.filter(({ field }) => field !== undefined).slice(0, MOST_PLOTS);
  return (
    <section class="followed">
      <h3>What followed: topics that part, in order</h3>
      <table>
        <tbody>
          {partings.map(({ topic, time, why, index }) => (
            <tr key={topic}>
              <td>
                <span class="swatch" style={{ background: palette.of(topic) }} />
                {topic}
              </td>
              <td>
                <button type="button" class="link" onClick={() => onOpen(time)}>
                  {timeText(time)}
                </button>
              </td>
              <td>message {index + 1}</td>
              <td class="wide">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="plots">
        {plotted.map(({ topic, field }) => (
          <OverlaidPlot
            key={topic}
            runs={runs}
            worker={worker}
            topic={topic}
            field={field!}
            colour={palette.of(topic)}
            parting={difference?.time}
            height={170}
            theme={theme}
          />
        ))}
      </div>
    </section>
  );
}
