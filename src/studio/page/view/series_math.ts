import type { AlignedData } from 'uplot';
import type { Series } from '../../model/engine_protocol.js';

/** What is plotted of a field. */
export type Derivation = 'value' | 'derivative' | 'difference';
export const DERIVATIONS: readonly Derivation[] = ['value', 'derivative', 'difference'];

/** The series to plot: as many as there are runs, or a single difference of two. */
export function derived(series: readonly Series[], derivation: Derivation): readonly Series[] {
  if (derivation === 'derivative') return series.map(derivativeOf);
  const [a, b] = series;
  if (derivation === 'difference' && a !== undefined && b !== undefined)
    return [differenceOf(a, b)];
  return series;
}

function derivativeOf({ times, values }: Series): Series {
  const change = new Float64Array(Math.max(0, values.length - 1));
  for (let i = 0; i < change.length; i++) {
    change[i] = ((values[i + 1]! - values[i]!) / (times[i + 1]! - times[i]!)) * 1e9;
  }
  return { times: times.slice(1), values: change };
}

/** The first series minus the latest value of the second, at the times of the first. */
export function reducedBy(a: Series, b: Series): Series {
  const { times, values } = differenceOf(a, b);
  return { times, values: values.map((value) => -value) };
}

/** The latest value of the second series minus the first, at the times of the first. */
function differenceOf(a: Series, b: Series): Series {
  let at = -1;
  const values = a.values.map((value, i) => {
    while (at + 1 < b.times.length && b.times[at + 1]! <= a.times[i]!) at++;
    return at < 0 ? Number.NaN : b.values[at]! - value;
  });
  return { times: a.times, values };
}

/** Several series on one time axis, in seconds. */
export function overlaid(series: readonly Series[]): AlignedData {
  const times = [...new Set(series.flatMap((each) => Array.from(each.times)))].sort(
    (a, b) => a - b,
  );
  const columns = series.map(({ times: own, values }) => {
    let at = 0;
    return times.map((time) => {
      while (at < own.length && own[at]! < time) at++;
      return own[at] === time && !Number.isNaN(values[at]!) ? values[at]! : null;
    });
  });
  return [times.map((time) => time / 1e9), ...columns] as AlignedData;
}

/** Statistics of the values in a time window. */
export interface WindowFigures {
  readonly count: number;
  readonly least: number;
  readonly mean: number;
  readonly most: number;
  readonly deviation: number;
}

export function figuresOf({ times, values }: Series, from: number, to: number): WindowFigures {
  const inside = values.filter(
    (value, i) => times[i]! >= from && times[i]! <= to && !Number.isNaN(value),
  );
  const count = inside.length;
  const mean = inside.reduce((sum, value) => sum + value, 0) / count;
  const variance = inside.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  return {
    count,
    mean,
    least: inside.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    most: inside.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    deviation: Math.sqrt(variance),
  };
}
