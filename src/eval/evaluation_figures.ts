import { basename } from 'node:path';
import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import { type Curve, type CurvesFigure, type Figure, figureSvg, spanOf } from '../report/index.js';
import type { EvaluationResult } from './evaluation_result.js';
import type { Trajectory } from './trajectory.js';

export interface PlotOptions {
  /** Axes of the top view; default `xy`. KITTI's camera frame needs `xz`. */
  readonly plane?: 'xy' | 'xz' | 'yz';
}

const MOST_DRAWABLE = 1e150;
const AXES = { x: 0, y: 1, z: 2 } as const;
type Point = readonly [number, number];

const OPTIONS: KnownNames<PlotOptions> = {
  plane: true,
};

/** Both trajectories from above, with the estimate coloured by its error, and the error over time. */
export function evaluationFigures(
  result: EvaluationResult,
  options: PlotOptions = {},
): readonly Figure[] {
  requireKnownOptions(options, OPTIONS, 'the figures of an evaluation');
  return [topView(result, options.plane ?? 'xy'), errorOverTime(result)];
}

/** Draws an evaluation as a self-contained SVG. Equal results give equal bytes. */
export function plotSvg(result: EvaluationResult, options: PlotOptions = {}): string {
  return figureSvg(evaluationFigures(result, options), result.title);
}

function topView(result: EvaluationResult, plane: 'xy' | 'xz' | 'yz'): CurvesFigure {
  const a = AXES[plane[0] as 'x'];
  const b = AXES[plane[1] as 'y'];
  const { reference, estimate, statistics, unit } = result;
  const pointsOf = ({ poses }: Trajectory): Point[] =>
    poses.map(({ translation }) => [translation[a], translation[b]]);
  const badness = badnessOf(result);
  const estimated = pointsOf(estimate).flatMap((point, i) => (isDrawable(point) ? [i] : []));
  const points = pointsOf(estimate);
  const truth = pointsOf(reference).filter(isDrawable);
  const missing = undrawable(result);
  const all = [...truth, ...estimated.map((i) => points[i]!)];
  const most = `${Number(statistics.max.toPrecision(3))} ${unit}`.trim();
  const left =
    all.length === 0
      ? 'nothing to draw: all poses are infinite or too far away'
      : `${missing} poses that are infinite or too far away are not drawn`;
  const curves: Curve[] = [
    { ...curveOf(`reference: ${basename(reference.name)}`, truth), isFaint: true },
    {
      ...curveOf(
        `estimate: ${basename(estimate.name)}`,
        estimated.map((i) => points[i]!),
      ),
      badness: estimated.map((i) => badness[i]!),
    },
  ];
  return {
    ...{ kind: 'curves', name: 'trajectories', title: 'Trajectories', isIsometric: true, curves },
    note: `from blue to red: errors from 0 to ${most}${missing > 0 ? `; ${left}` : ''}`,
    x: { label: plane[0]!, unit: 'm', ...widened(spanOf(all.map(([x]) => x))) },
    y: { label: plane[1]!, unit: 'm', ...widened(spanOf(all.map(([, y]) => y))) },
  };
}

function widened({ from, to }: { from: number; to: number }) {
  const margin = (to - from) / 20;
  return { from: from - margin, to: to + margin };
}

/** The error of each pose of the estimate as a fraction of the largest error. */
function badnessOf({ estimate, poseIndices, errors, statistics }: EvaluationResult): number[] {
  const badness = new Array<number>(estimate.length).fill(0);
  for (const [k, pose] of poseIndices.entries()) {
    const share = errors[k]! / statistics.max;
    badness[pose] = Number.isFinite(share) ? share : 0;
  }
  return badness;
}

function curveOf(name: string, points: readonly Point[]): Curve {
  const x = points.map(([each]) => each);
  return { name, of: name, shape: 'line', x, y: points.map(([, each]) => each) };
}

function errorOverTime(result: EvaluationResult): CurvesFigure {
  const { errors, poseIndices, statistics, unit } = result;
  const { stamps } = result.estimate;
  const origin = stamps?.[0] ?? 0;
  const points = poseIndices
    .map((pose, k): Point => [stamps ? stamps[pose]! - origin : pose, errors[k]!])
    .filter(isDrawable);
  const worst = points.reduce((most, [, error]) => Math.max(most, error), 0);
  const highest = points.length > 0 && worst > 0 ? 1.05 * worst : 1;
  const named = (['rmse', 'mean', 'median'] as const).filter((key) => statistics[key] <= highest);
  const text = (key: keyof typeof statistics) =>
    `${key} ${Number(statistics[key].toPrecision(6))} ${unit}`.trim();
  return {
    ...{ kind: 'curves', name: 'errors', title: 'Errors' },
    note: (['rmse', 'mean', 'median', 'std', 'min', 'max'] as const).map(text).join(', '),
    x: {
      ...{ label: stamps ? 'time' : 'pose', unit: stamps ? 's' : '' },
      ...spanOf(points.map(([x]) => x)),
    },
    y: { label: 'error', unit, from: 0, to: highest },
    curves: [curveOf('error', points)],
    levels: named.map((name) => ({ name, y: statistics[name] })),
  };
}

/** Whether a position can be drawn: NaN, infinite and very large ones, whose squares overflow, cannot. */
function isDrawable([x, y]: Point): boolean {
  return Math.abs(x) < MOST_DRAWABLE && Math.abs(y) < MOST_DRAWABLE;
}

/** The number of poses that cannot be drawn: infinite, NaN or too far away. */
export function undrawable({ reference, estimate }: EvaluationResult): number {
  return [...reference.poses, ...estimate.poses].filter(
    ({ translation }) => !translation.every((value) => Math.abs(value) < MOST_DRAWABLE),
  ).length;
}
