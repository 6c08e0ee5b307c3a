import { useEffect, useState } from 'preact/hooks';
import type { RunInfo, Series } from '../../model/engine_protocol.js';
import { OverlaidPlot } from './overlaid_plot.js';
import type { Palette } from './palette.js';
import { DERIVATIONS, type Derivation, figuresOf } from './series_math.js';
import { timeText } from './time_text.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly palette: Palette;
  readonly parting: number | undefined;
  readonly theme: string;
}

interface Chosen {
  readonly topic: string;
  readonly field: string;
  readonly derivation: Derivation;
}

const OF_EVERY_NODE = /^\/(parameter_events|rosout|clock)$/;

/** Any numbers of messages over time. */
export function Plots(props: Props) {
  const { runs, worker } = props;
  const topics = [...new Set(runs.flatMap((run) => run.topics.map(({ name }) => name)))].sort();
  const likely = topics.find((name) => !OF_EVERY_NODE.test(name)) ?? topics[0] ?? '';
  const [topic, setTopic] = useState(likely);
  const [fields, setFields] = useState<readonly string[]>([]);
  const [field, setField] = useState('');
  const [derivation, setDerivation] = useState<Derivation>('value');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  useEffect(() => {
    const run = runs.find((each) => each.topics.some(({ name }) => name === topic)) ?? runs[0]!;
    void worker.ask('fields', { run: run.path, topic }).then((found) => {
      setFields(found);
      setField(found.find((path) => !/stamp|covariance/.test(path)) ?? found[0] ?? '');
    });
  }, [topic, runs]);
  const add = (event: Event) => {
    event.preventDefault();
    if (field !== '') setChosen([...chosen, { topic, field, derivation }]);
  };
  return (
    <div class="plots-panel">
      <form onSubmit={add}>
        <Choice title="Topic" values={topics} value={topic} onValue={setTopic} />
        <Choice title="Field" values={fields} value={field} onValue={setField} />
        <Choice
          title="Plot its"
          values={DERIVATIONS.filter((each) => each !== 'difference' || runs.length === 2)}
          value={derivation}
          onValue={(value) => setDerivation(value as Derivation)}
        />
        <button type="submit">Add</button>
      </form>
      {chosen.length === 0 && (
        <p class="note">
          Choose a topic and a field; drag in a plot to zoom, double click to zoom out.
        </p>
      )}
      {chosen.map((each, i) => (
        <OnePlot
          key={`${i} ${each.topic} ${each.field}`}
          {...props}
          chosen={each}
          onRemove={() => setChosen(chosen.filter((other) => other !== each))}
        />
      ))}
    </div>
  );
}

interface ChoiceProps {
  readonly title: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function Choice({ title, values, value, onValue }: ChoiceProps) {
  return (
    <label>
      {title}{' '}
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

interface OneProps extends Props {
  readonly chosen: Chosen;
  readonly onRemove: () => void;
}

function OnePlot({ runs, worker, palette, parting, theme, chosen, onRemove }: OneProps) {
  const [read, setRead] = useState<{ series: readonly Series[]; canvas: HTMLCanvasElement }>();
  const [window, setWindow] = useState({
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
  });
  const name = `${chosen.topic.slice(1).replaceAll('/', '_')}.${chosen.field}`;
  return (
    <section class="one-plot">
      <OverlaidPlot
        runs={runs}
        worker={worker}
        {...chosen}
        colour={palette.of(chosen.topic)}
        parting={parting}
        height={260}
        theme={theme}
        onRead={setRead}
        onWindow={(from, to) => setWindow({ from, to })}
      />
      {read !== undefined && <Figures series={read.series} window={window} />}
      <p>
        <button type="button" onClick={() => read && save(csvOf(read.series), `${name}.csv`)}>
          CSV
        </button>{' '}
        <button
          type="button"
          onClick={() => read?.canvas.toBlob((image) => image && save(image, `${name}.png`))}
        >
          PNG
        </button>{' '}
        <button type="button" onClick={onRemove}>
          Remove
        </button>
      </p>
    </section>
  );
}

interface FiguresProps {
  readonly series: readonly Series[];
  readonly window: { readonly from: number; readonly to: number };
}

function Figures({ series, window: { from, to } }: FiguresProps) {
  return (
    <table class="figures">
      <thead>
        <tr>
          <th>{Number.isFinite(from) ? `${timeText(from, 1e6)} to ${timeText(to, 1e6)}` : ''}</th>
          {['count', 'least', 'mean', 'most', 'deviation'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.map((each, i) => {
          const { count, least, mean, most, deviation } = figuresOf(each, from, to);
          return (
            <tr key={'AB'[i]}>
              <th>{series.length > 1 ? 'AB'[i] : ''}</th>
              <td>{count}</td>
              {[least, mean, most, deviation].map((figure, column) => (
                <td key={column}>{count === 0 ? '' : Number(figure.toPrecision(6))}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function csvOf(series: readonly Series[]): Blob {
  const lines = series.flatMap(({ times, values }, i) =>
    Array.from(times, (time, at) => `${'AB'[i]},${time},${values[at]}`),
  );
  return new Blob([['run,time_ns,value', ...lines, ''].join('\n')], { type: 'text/csv' });
}

function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
