import {
  type Curve,
  type CurvesFigure,
  type Figure,
  type RowMark,
  type RowsFigure,
  spanOf,
} from '../report/index.js';
import type { EstimateInterval } from './interval.js';
import type { PointSummary } from './point_summary.js';

/** The most points that get a row of a figure. */
const MOST_ROWS = 60;
/** The most curves of a figure. */
const MOST_CURVES = 7;
/** An axis with fewer values does not make a curve. */
const LEAST_VALUES = 3;

/** A figure of every point: a metric, or the share of failures. */
interface PointFigure {
  readonly title: string;
  readonly unit: string;
  of(point: PointSummary): EstimateInterval | undefined;
}

/** What can be drawn of a campaign: each metric, and the failures, over a numeric axis or by point. */
export function campaignFigures(points: readonly PointSummary[]): readonly Figure[] {
  const metrics = Object.keys(points[0]?.metrics ?? {});
  const wanted: PointFigure[] = [
    ...metrics.map((title) => ({
      ...{ title, unit: '' },
      of: ({ metrics }: PointSummary) => metrics[title]?.mean,
    })),
    { title: 'failures', unit: 'part', of: (point) => shareOf(point) },
  ];
  return wanted.flatMap((figure, i): Figure[] => {
    const known = points.filter((point) => isKnown(figure.of(point)));
    const hasFailures = figure.unit === '' || known.some(({ failures }) => failures.count > 0);
    if (known.length === 0 || !hasFailures) return [];
    const name = `figure_${i + 1}`;
    return [overAxis(known, figure, name) ?? byPoint(known.slice(0, MOST_ROWS), figure, name)];
  });
}

function shareOf({ runs, failures }: PointSummary): EstimateInterval | undefined {
  return runs === 0 ? undefined : failures;
}

function isKnown(interval: EstimateInterval | undefined): boolean {
  return interval !== undefined && Number.isFinite(interval.estimate);
}

/** Curves over the first numeric axis, one for each combination of the others. */
function overAxis(
  points: readonly PointSummary[],
  { title, unit, of }: PointFigure,
  name: string,
): CurvesFigure | undefined {
  const axis = Object.keys(points[0]!.values).find((each) => isNumeric(points, each));
  if (axis === undefined) return undefined;
  const groups = new Map<string, PointSummary[]>();
  for (const point of points) {
    const { [axis]: _, ...others } = point.values;
    const group = pointName(others) || title;
    groups.set(group, [...(groups.get(group) ?? []), point]);
  }
  if (groups.size > MOST_CURVES) return undefined;
  const curves = [...groups].flatMap(([group, members]): Curve[] => {
    const sorted = [...members].sort((a, b) => Number(a.values[axis]) - Number(b.values[axis]));
    const curve = (part: keyof EstimateInterval, isFaint: boolean): Curve => {
      // With one run of a point, its interval has no ends.
      const known = sorted.filter((point) => Number.isFinite(of(point)![part]));
      const x = known.map(({ values }) => Number(values[axis]));
      const y = known.map((point) => of(point)![part]);
      const end = part === 'low' ? 'at least' : 'at most';
      const name = isFaint ? `${group}: ${end}` : group;
      return { name, of: group, shape: 'line', x, y, isFaint };
    };
    return [curve('estimate', false), curve('low', true), curve('high', true)];
  });
  return {
    ...{ kind: 'curves', name, title, curves },
    note: 'full line: the mean of a point; faint: the ends of its interval of confidence',
    x: { label: axis, unit: '', ...spanOf(curves.flatMap(({ x }) => x)) },
    y: { label: title, unit, ...widened(curves.flatMap(({ y }) => y)) },
  };
}

function isNumeric(points: readonly PointSummary[], axis: string): boolean {
  const values = points.map(({ values: all }) => all[axis]);
  const areNumbers = values.every((value) => value !== '' && Number.isFinite(Number(value)));
  return areNumbers && new Set(values).size >= LEAST_VALUES;
}

function byPoint(
  points: readonly PointSummary[],
  { title, unit, of }: PointFigure,
  name: string,
): RowsFigure {
  const marks = points.flatMap((point, row): RowMark[] => {
    const { estimate, low, high } = of(point)!;
    const hasEnds = Number.isFinite(low) && Number.isFinite(high);
    const tip = `${pointName(point.values)}: ${estimate}${hasEnds ? `, from ${low} to ${high}` : ''}`;
    return [
      ...(hasEnds ? [{ row, shape: 'line' as const, of: title, from: low, to: high, tip }] : []),
      { row, shape: 'point', of: title, from: estimate, to: estimate, tip },
    ];
  });
  return {
    ...{ kind: 'rows', name, title, marks },
    note: 'point: the mean of a point; line: its interval of confidence',
    x: { label: title, unit, ...widened(marks.flatMap(({ from, to }) => [from, to])) },
    rows: points.map(({ values }) => pointName(values) || 'all runs'),
  };
}

function pointName(values: PointSummary['values']): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function widened(values: readonly number[]) {
  const { from, to } = spanOf(values);
  return { from: from - (to - from) / 20, to: to + (to - from) / 20 };
}
