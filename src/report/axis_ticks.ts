import type { FigureAxis, Span } from './figure.js';
import { type Ticks, ticks } from './ticks.js';

/** A unit of time with its length in ns. */
interface TimeUnit {
  readonly name: string;
  readonly ns: number;
}

const UNITS: readonly TimeUnit[] = [
  { name: 'ns', ns: 1 },
  { name: 'µs', ns: 1e3 },
  { name: 'ms', ns: 1e6 },
  { name: 's', ns: 1e9 },
];
/** Labels with more digits before the point use the next larger unit. */
const LONG = 1e5;

export interface AxisTicks extends Ticks {
  /** What the axis shows, with its unit. */
  readonly title: string;
}

/** The ticks of an axis for the part in view, `most` at most. */
export function axisTicks(
  { label, unit }: FigureAxis,
  { from, to }: Span,
  most: number,
): AxisTicks {
  const scale = scaleOf(unit, { from, to }, most);
  const { values, labels } = ticks([from / scale.by, to / scale.by], most);
  return {
    values: values.map((value) => value * scale.by),
    labels: labels.map((text) => `${text}${scale.after}`),
    title: scale.name === '' ? label : `${label} (${scale.name})`,
  };
}

function scaleOf(unit: string, { from, to }: Span, most: number) {
  if (unit === 'part') return { by: 0.01, name: '', after: ' %' };
  if (unit !== 'ns') return { by: 1, name: unit, after: '' };
  const step = (to - from) / most;
  const furthest = Math.max(Math.abs(from), Math.abs(to));
  const fine = UNITS.findLastIndex(({ ns }) => step >= ns / 2);
  let at = Math.max(0, fine);
  while (at < UNITS.length - 1 && furthest / UNITS[at]!.ns >= LONG) at++;
  return { by: UNITS[at]!.ns, name: UNITS[at]!.name, after: '' };
}

/** A number on this axis as text with its unit. */
export function onAxis({ unit }: FigureAxis, value: number): string {
  if (unit === 'part') return `${Number((value * 100).toPrecision(4))} %`;
  if (unit !== 'ns') return `${Number(value.toPrecision(6))} ${unit}`.trim();
  const { ns, name } = UNITS.findLast((each) => Math.abs(value) >= each.ns) ?? UNITS[0]!;
  return `${Number((value / ns).toPrecision(6))} ${name}`;
}
