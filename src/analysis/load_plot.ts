import type { RunAnalysis } from './analyze_run.js';
import { colourOf, fitted, picture, px, text } from './svg.js';
import { path } from './time_axis.js';

const WIDTH = 960;
const LEFT = 230;
const RIGHT = 90;
const TOP = 52;
const ROW = 28;

/** The part of the run in which each thread was busy. */
export function loadPlot({ executors }: RunAnalysis): string {
  const rows = executors.flatMap(({ name, policy, utilisation }) =>
    utilisation.map((part, thread) => ({
      label: utilisation.length === 1 ? `${name} (${policy})` : `${name} (${policy}) · ${thread}`,
      part,
    })),
  );
  const width = WIDTH - LEFT - RIGHT;
  const bottom = TOP + ROW * rows.length;
  const x = (part: number) => LEFT + part * width;
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (part) =>
      `<path d="${path([
        [x(part), TOP],
        [x(part), bottom],
      ])}" stroke="#e3e7eb"/>${text(x(part), bottom + 17, `${part * 100} %`, { anchor: 'middle' })}`,
  );
  const bars = rows.map(({ label, part }, i) => {
    const y = TOP + ROW * i;
    const bar = `<rect x="${LEFT}" y="${y + 5}" width="${px(Math.max(part === 0 ? 0 : 1, part * width))}" height="${ROW - 10}" fill="${colourOf(0)}"/>`;
    const name = text(LEFT - 10, y + 18, fitted(label, LEFT - 20), { anchor: 'end' });
    return `${name}${bar}${text(x(part) + 8, y + 18, `${(part * 100).toFixed(1)} %`)}`;
  });
  return picture(WIDTH, bottom + 46, [
    text(24, 28, 'Utilisation of the threads', { size: 15, bold: true }),
    ...grid,
    ...bars,
    text(LEFT + width / 2, bottom + 36, 'part of the run in which the thread ran callbacks', {
      anchor: 'middle',
    }),
  ]);
}
