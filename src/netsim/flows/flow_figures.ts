import { pinnedMath } from '../../math/index.js';
import type { FlowRecord } from './flow_record.js';
import { Panel, type Series, svgOf } from './panel.js';

/** ns over which rate and delay are averaged: 0.2 s, as the figures of ROS-NetSim. */
const AVERAGE = 200_000_000;
const SECOND = 1_000_000_000;

/** Rate and delay of one moment. */
export interface FlowSample {
  /** s. */
  readonly time: number;
  /** Mbit/s. */
  readonly rate: number;
  /** ms; undefined if nothing arrived. */
  readonly delay: number | undefined;
}

/** Rate and delay over time, in steps of 0.2 s. */
export function flowSamples(record: FlowRecord, until: number): FlowSample[] {
  return Array.from({ length: Math.floor(until / AVERAGE) }, (_, index) => {
    const [from, to] = [index * AVERAGE, (index + 1) * AVERAGE];
    const delay = record.delay(from, to);
    return {
      time: to / SECOND,
      rate: record.rate(from, to) / 1e6,
      delay: delay === undefined ? undefined : delay / 1e6,
    };
  });
}

/**
 * The figures 7 to 11 of ROS-NetSim for one flow: rate and delay over time, their distributions with a
 * density, and one against the other. Equal flows give equal bytes.
 */
export function flowFigures(record: FlowRecord, until: number, title: string): string {
  const samples = flowSamples(record, until);
  const arrived = samples.flatMap(({ time, rate, delay }) =>
    delay === undefined ? [] : [{ time, rate, delay }],
  );
  const rates = samples.map(({ rate }) => rate);
  const delays = arrived.map(({ delay }) => delay);
  const [time, rate, delay] = ['time, s', 'rate, Mbit/s', 'delay, ms'];
  const line = (points: Series) => ({ points, kind: 'line' as const });
  return svgOf(title, [
    new Panel('rate over time', time, rate, [line(samples.map((s) => [s.time, s.rate]))]),
    new Panel('delay over time', time, delay, [
      { points: arrived.map((s) => [s.time, s.delay]), kind: 'dots' },
    ]),
    new Panel('distribution of the rate', rate, 'share of time', distribution(rates)),
    new Panel('distribution of the delay', delay, 'share of time', distribution(delays)),
    new Panel('rate and delay', rate, delay, [
      { points: arrived.map((s) => [s.rate, s.delay]), kind: 'dots' },
    ]),
  ]);
}

const BARS = 30;
const CURVE = 120;

/** A histogram, and a density with Gaussian kernels as wide as its bars, both as shares of a bar. */
function distribution(values: readonly number[]) {
  const most = Math.max(1e-9, ...values);
  const width = most / BARS;
  const counts = new Array<number>(BARS).fill(0);
  for (const value of values) counts[Math.min(BARS - 1, Math.floor(value / width))]!++;
  const count = Math.max(1, values.length);
  const bars: Series = counts.map((each, index) => [(index + 0.5) * width, each / count]);
  const density = (x: number) => {
    let sum = 0;
    for (const value of values) {
      const far = (x - value) / width;
      sum += pinnedMath.exp((-far * far) / 2);
    }
    return sum / (count * Math.sqrt(2 * Math.PI));
  };
  const curve: Series = Array.from({ length: CURVE + 1 }, (_, index) => {
    const x = (index * most) / CURVE;
    return [x, density(x)];
  });
  return [
    { points: bars, kind: 'bars' as const },
    { points: curve, kind: 'line' as const },
  ];
}
