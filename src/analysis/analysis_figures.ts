import type { CurvesFigure, Figure, RowMark, RowsFigure } from '../report/index.js';
import { colourKey } from '../report/index.js';
import type { DistributionCurve, RunAnalysis } from './analyze_run.js';
import type { ChainAnalysis } from './chain_tracker.js';
import type { Timeline, TimelineCallback } from './timeline.js';

/** The most chains whose slowest sample is drawn. */
const DRAWN_CHAINS = 8;

/** The parts of an analysis that can be drawn, in the order of the page. */
export function analysisFigures(analysis: RunAnalysis): readonly Figure[] {
  const { responseCurves, latencyCurves, timelines, chains, executors } = analysis;
  const figures: Figure[] = [];
  if (responseCurves.length > 0) {
    const title = 'Response times: share of callbacks that had ended by then';
    figures.push(distribution('response_times', title, 'response time', responseCurves));
  }
  if (latencyCurves.length > 0) {
    const title = 'Chains: share of samples that had led to an output by then';
    figures.push(distribution('chain_latencies', title, 'end-to-end latency', latencyCurves));
  }
  const drawn = chains.filter(({ worst, latency }) => worst !== null && latency.max > 0);
  figures.push(...drawn.slice(0, DRAWN_CHAINS).map((chain, i) => slowest(chain, `chain_${i + 1}`)));
  figures.push(...timelines.map((timeline, i) => excerpt(timeline, `timeline_${i + 1}`)));
  if (executors.some(({ utilisation }) => utilisation.some((part) => part > 0))) {
    figures.push(load(analysis));
  }
  return figures;
}

/** Distributions as cumulative curves: the part of all values up to each time. */
function distribution(
  name: string,
  title: string,
  label: string,
  curves: readonly DistributionCurve[],
): CurvesFigure {
  const longest = Math.max(1, ...curves.map(({ points }) => points.at(-1)?.value ?? 0)) * 1.02;
  return {
    ...{ kind: 'curves', name, title },
    x: { label, unit: 'ns', from: 0, to: longest },
    y: { label: '', unit: 'part', from: 0, to: 1.02 },
    curves: curves.map(({ name, of, points }) => ({
      ...{ name, of, shape: 'steps' },
      x: [0, ...points.map(({ value }) => value), longest],
      y: [0, ...points.map(({ part }) => part), 1],
    })),
  };
}

/** The slowest sample of a chain: how it spent its time, step by step. */
function slowest(chain: ChainAnalysis, name: string): RowsFigure {
  const { sampled, end, hops } = chain.worst!;
  const marks: RowMark[] = [];
  const rows = hops.map((hop, row) => {
    const next = hops[row + 1]?.published ?? end;
    const stage = (what: string, shape: RowMark['shape'], from: number, to: number) => {
      if (to <= from) return;
      const tip = `${hop.topic}, ${what}: ${milliseconds(to - from)} ms`;
      const text = ((to - from) / 1e6).toFixed(1);
      marks.push({ row, shape, of: hop.topic, from: from - sampled, to: to - sampled, text, tip });
    };
    if (row === 0) stage('sampling', 'frame', sampled, hop.published);
    stage('under way', 'line', hop.published, hop.arrived);
    stage('waiting', 'frame', hop.arrived, hop.started);
    stage('until the next output', 'bar', hop.started, next);
    const node = chain.nodes[row] ?? null;
    if (node !== null) return `${hop.topic} → ${node}`;
    const at = hop.published - sampled;
    marks.push({ ...{ row, shape: 'point', of: hop.topic, tip: 'published' }, from: at, to: at });
    return `${hop.topic} (published)`;
  });
  return {
    ...{ kind: 'rows', name, rows, marks },
    title: `The slowest sample, ${milliseconds(end - sampled)} ms: ${chain.name}`,
    note: 'line: under way; frame: waiting, or being sampled; bar: until the next output; numbers in ms',
    x: { label: 'time since the sample', unit: 'ns', from: 0, to: Math.max(1, end - sampled) },
  };
}

/** What each thread ran: a bar from start to end, after a frame while the input waited. */
function excerpt(timeline: Timeline, name: string): RowsFigure {
  const { callbacks, start, end, from, to, title, omitted } = timeline;
  const threads = [...new Set(callbacks.map(threadOf))].sort();
  const more = omitted > 0 ? `; ${omitted} more callbacks are not drawn` : '';
  const marks = callbacks.flatMap((callback): RowMark[] => {
    const { kind, node, ready, start: began, end: ended, number } = callback;
    const of = colourKey(kind, node, callback.name);
    const tip = `${node} ${callback.name}: ready ${milliseconds(ready)}, start ${milliseconds(began)}, end ${milliseconds(ended)} ms (callback ${number})`;
    const both = { row: threads.indexOf(threadOf(callback)), of, tip };
    const waited: RowMark = { ...both, shape: 'above', from: ready, to: began };
    const ran: RowMark = { ...both, shape: 'bar', from: began, to: ended, text: node };
    return began > ready ? [waited, ran] : [ran];
  });
  return {
    ...{ kind: 'rows', name, title, rows: threads, marks, hasLegend: true },
    note: `bar: the callback runs; line above: its input waits; shaded: the subject of the picture${more}`,
    x: { label: 'virtual time since the start', unit: 'ns', from: start, to: end },
    focus: { from, to },
  };
}

function threadOf({ executor, thread }: TimelineCallback): string {
  return `${executor} · ${thread}`;
}

/** The part of the run in which each thread was busy. */
function load({ executors }: RunAnalysis): RowsFigure {
  const threads = executors.flatMap(({ name, policy, utilisation }) =>
    utilisation.map((part, thread) => ({
      name: utilisation.length === 1 ? `${name} (${policy})` : `${name} (${policy}) · ${thread}`,
      part,
    })),
  );
  return {
    ...{ kind: 'rows', name: 'utilisation', title: 'Utilisation of the threads' },
    x: { label: 'part of the run in which the thread ran callbacks', unit: 'part', from: 0, to: 1 },
    rows: threads.map(({ name }) => name),
    marks: threads.map(({ name, part }, row) => {
      const text = `${(part * 100).toFixed(1)} %`;
      return {
        row,
        shape: 'bar',
        of: 'utilisation',
        from: 0,
        to: part,
        text,
        tip: `${name}: ${text}`,
      };
    }),
  };
}

function milliseconds(ns: number): string {
  return (ns / 1e6).toFixed(3);
}
