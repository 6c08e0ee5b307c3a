import type { DistributionCurve } from './analyze_run.js';
import { colourOf, fitted, line, picture, text } from './svg.js';
import { levelLine, path, TimeAxis } from './time_axis.js';

const WIDTH = 960;
const LEFT = 64;
const RIGHT = 24;
const TOP = 52;
const PLOT = 300;

/** Distributions as cumulative curves: the part of all values up to each time. */
export function distributionPlot(
  title: string,
  label: string,
  curves: readonly DistributionCurve[],
): string {
  const longest = Math.max(1, ...curves.map(({ points }) => points.at(-1)?.value ?? 0));
  const axis = new TimeAxis(0, longest * 1.02, LEFT, WIDTH - LEFT - RIGHT);
  const bottom = TOP + PLOT;
  const y = (part: number) => bottom - part * PLOT;
  const levels = [0, 0.25, 0.5, 0.75, 0.9, 1].map((part) =>
    levelLine(LEFT, WIDTH - RIGHT, y(part), `${Math.round(part * 100)} %`),
  );
  const lines = curves.map(({ points }, i) => {
    const steps = points.flatMap(({ part, value }, k): [number, number][] => {
      const before = points[k - 1]?.part ?? part;
      return [
        [axis.x(value), y(before)],
        [axis.x(value), y(part)],
      ];
    });
    const all: [number, number][] = [[axis.x(0), y(0)], ...steps, [WIDTH - RIGHT, y(1)]];
    return `<path d="${path(all)}" fill="none" stroke="${colourOf(i)}" stroke-width="2"${dashOf(i)}/>`;
  });
  const legend = curves.map(({ name }, i) => {
    const top = bottom + 64 + 20 * i;
    return `${line(LEFT, top - 4, LEFT + 28, top - 4, `stroke="${colourOf(i)}" stroke-width="3"${dashOf(i)}`)}${text(LEFT + 38, top, fitted(name, WIDTH - LEFT - 60))}`;
  });
  return picture(WIDTH, bottom + 64 + 20 * curves.length, [
    text(LEFT, 28, title, { size: 15, bold: true }),
    ...levels,
    ...axis.draw(TOP, bottom, label),
    ...lines,
    ...legend,
  ]);
}

/** Dashes distinguish curves that coincide. */
function dashOf(index: number): string {
  const dash = ['', '7 4', '2 3', '10 3 2 3'][index % 4]!;
  return dash === '' ? '' : ` stroke-dasharray="${dash}"`;
}
