import { useState } from 'preact/hooks';
import type { RunInfo, Series } from '../../model/engine_protocol.js';
import { OverlaidPlot } from './overlaid_plot.js';
import type { Palette } from './palette.js';
import { type ChosenPlot, PlotChoice } from './plot_choice.js';
import { figuresOf } from './series_math.js';
import { timeText } from './time_text.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly palette: Palette;
  readonly parting: number | undefined;
  readonly theme: string;
}

/** Plots of numbers in messages over time. */
export function Plots(props: Props) {
  const { runs, worker } = props;
  const [chosen, setChosen] = useState<readonly ChosenPlot[]>([]);
  return (
    <div class="plots-panel">
      <PlotChoice
        runs={runs}
        worker={worker}
        chosen={chosen}
        onAdd={(plot) => setChosen([...chosen, plot])}
      />
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

interface OneProps extends Props {
  readonly chosen: ChosenPlot;
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
      {chosen.frames !== undefined && (
        <p>
          {chosen.frames.frame} in {chosen.frames.fixed}
        </p>
      )}
      {chosen.frame !== undefined && <p class="note">in the frame {chosen.frame}</p>}
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
