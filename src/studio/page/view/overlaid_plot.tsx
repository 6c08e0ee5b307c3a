import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { FramePair, RunInfo, Series } from '../../model/engine_protocol.js';
import { shortText, textsOf } from './number_text.js';
import { type Derivation, derived, overlaid, reducedBy } from './series_math.js';
import type { WorkerClient } from './worker_client.js';

interface Props {
  readonly runs: readonly RunInfo[];
  readonly worker: WorkerClient;
  readonly topic: string;
  readonly field: string;
  /** A pair of frames to plot instead of a topic. */
  readonly frames?: FramePair | undefined;
  /** Another field that is subtracted. */
  readonly less?: { readonly topic: string; readonly field: string } | undefined;
  /** Unit of the numbers; empty if it is unknown. */
  readonly unit?: string;
  readonly colour: string;
  readonly parting: number | undefined;
  readonly height: number;
  readonly theme: string;
  readonly derivation?: Derivation;
  readonly onRead?: (plot: { series: readonly Series[]; canvas: HTMLCanvasElement }) => void;
  readonly onWindow?: (from: number, to: number) => void;
}

/** One field of a topic over time, for every open run; the second run is dashed. */
export function OverlaidPlot(props: Props) {
  const { runs, worker, topic, field, frames, less, derivation = 'value' } = props;
  const place = useRef<HTMLDivElement>(null);
  const [series, setSeries] = useState<readonly Series[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let current = true;
    const read = async ({ path: run }: RunInfo) => {
      const series = await worker.ask('series', { run, topic, field, frames });
      return less === undefined
        ? series
        : reducedBy(series, await worker.ask('series', { run, ...less }));
    };
    Promise.all(runs.map(read))
      .then((found) => current && setSeries(found))
      .catch((error: Error) => setProblem(error.message));
    return () => {
      current = false;
    };
  }, [runs, topic, field]);
  useEffect(() => {
    if (series === undefined) return;
    const shown = derived(series, derivation);
    const plot = draw(place.current!, props, shown);
    props.onRead?.({ series: shown, canvas: plot.ctx.canvas });
    return () => plot.destroy();
  }, [series, derivation, props.colour, props.height, props.theme, props.parting]);
  const own = less === undefined ? field : `${field} less ${less.topic} ${less.field}`;
  const name = derivation === 'value' ? own : `${derivation} of ${own}`;
  return (
    <figure class="plot" data-ready={series !== undefined}>
      <figcaption>
        <span class="swatch" style={{ background: props.colour }} />
        {topic} <code>{name}</code>
        {props.unit !== undefined && props.unit !== '' && ` [${props.unit}]`}
      </figcaption>
      <div ref={place} />
      {problem !== '' && <p class="problem">{problem}</p>}
    </figure>
  );
}

function draw(place: HTMLElement, props: Props, series: readonly Series[]): uPlot {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const axis = { stroke: colour('faint'), grid: { stroke: colour('line'), width: 1 } };
  const names = series.length > 1 ? ['A', 'B'] : [''];
  const options: uPlot.Options = {
    width: Math.max(280, place.clientWidth),
    height: props.height,
    scales: { x: { time: false } },
    legend: { show: props.height > 200 },
    axes: [
      { ...axis, label: 'time since start [s]', labelSize: 18, size: 34 },
      {
        ...{ ...axis, size: 62, values: (_, splits) => textsOf(splits) },
        ...(props.unit && { label: props.unit, labelSize: 18 }),
      },
    ],
    series: [
      { label: 'time [s]' },
      ...series.map((_, i) => ({
        label: names[i] || props.field,
        value: (_: uPlot, value: number | null) => (value === null ? '--' : shortText(value)),
        stroke: i === 0 ? props.colour : colour('ink'),
        width: i === 0 ? 2 : 1.2,
        dash: i === 0 ? [] : [6, 4],
        spanGaps: true,
      })),
    ],
    hooks: {
      draw: [(plot) => markParting(plot, props.parting, colour('alarm'))],
      setScale: [
        (plot, scale) => {
          if (scale !== 'x') return;
          props.onWindow?.((plot.scales.x!.min ?? 0) * 1e9, (plot.scales.x!.max ?? 0) * 1e9);
        },
      ],
    },
  };
  return new uPlot(options, overlaid(series), place);
}

function markParting(plot: uPlot, parting: number | undefined, colour: string): void {
  if (parting === undefined) return;
  const x = Math.round(plot.valToPos(parting / 1e9, 'x', true));
  const { left, top, width, height } = plot.bbox;
  if (x < left || x > left + width) return;
  plot.ctx.strokeStyle = colour;
  plot.ctx.setLineDash([5, 3]);
  plot.ctx.beginPath();
  plot.ctx.moveTo(x, top);
  plot.ctx.lineTo(x, top + height);
  plot.ctx.stroke();
  plot.ctx.setLineDash([]);
}
