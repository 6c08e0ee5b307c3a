import { basename } from 'node:path';
import type { EvaluationResult } from './evaluation_result.js';
import { ticks } from './ticks.js';
import type { Trajectory } from './trajectory.js';

export interface PlotOptions {
  /** Axes of the top view; default `xy`. KITTI's camera frame needs `xz`. */
  readonly plane?: 'xy' | 'xz' | 'yz';
}

const WIDTH = 1100;
const HEIGHT = 520;
/** Width of a digit. */
const LETTER = 7;
const MOST_DRAWABLE = 1e150;
const AXES = { x: 0, y: 1, z: 2 } as const;
/** From good to bad; colours that also differ in brightness. */
const COLOURS = [
  '#352a87',
  '#0f5cdd',
  '#1481d6',
  '#06a4ca',
  '#2eb7a4',
  '#87bf77',
  '#d1bb59',
  '#fec832',
  '#f9fb0e',
];

/** A rectangle of the picture and the range of numbers it shows. */
interface Panel {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

/**
 * Draws an evaluation as a self-contained SVG: both trajectories from above, the estimate
 * coloured by its error, and the error over time with its statistics. The same result gives the
 * same bytes.
 */
export function plotSvg(result: EvaluationResult, options: PlotOptions = {}): string {
  const { plane = 'xy' } = options;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${WIDTH / 2}" y="22" font-size="15" text-anchor="middle">${escapeXml(result.title)}</text>`,
    ...topView(result, plane),
    ...colourScale(result, 580, HEIGHT - 60),
    ...errorOverTime(result),
    '</svg>\n',
  ].join('\n');
}

function topView(result: EvaluationResult, plane: 'xy' | 'xz' | 'yz'): string[] {
  const a = AXES[plane[0] as 'x'];
  const b = AXES[plane[1] as 'y'];
  const points = (t: Trajectory): [number, number][] =>
    t.poses.map((p) => [p.translation[a], p.translation[b]]);
  const reference = points(result.reference);
  const estimate = points(result.estimate);
  const all = [...reference, ...estimate].filter(isDrawable);
  const x = range(all.map((p) => p[0]));
  const y = range(all.map((p) => p[1]));
  const left = 36 + LETTER * Math.max(...ticks(y).labels.map(({ length }) => length), 3);
  const panel = equalScale({ left, top: 45, width: 500 - left, height: 420 }, x, y);
  return [
    ...axes(panel, `${plane[0]} (m)`, `${plane[1]} (m)`),
    polyline(panel, reference.filter(isDrawable), '#888', '4 3'),
    ...note(panel, undrawable(result), all.length),
    ...colouredLine(panel, estimate, result),
    legend(
      panel.left + 8,
      panel.top + 16,
      '#888',
      '4 3',
      `reference: ${basename(result.reference.name)}`,
    ),
    legend(
      panel.left + 8,
      panel.top + 32,
      COLOURS[1]!,
      '',
      `estimate: ${basename(result.estimate.name)}`,
    ),
  ];
}

/** The estimate as one line per run of equal colour. */
function colouredLine(
  panel: Panel,
  points: readonly [number, number][],
  result: EvaluationResult,
): string[] {
  const { max } = result.statistics;
  const levels = new Array<number>(points.length).fill(0);
  for (const [k, pose] of result.poseIndices.entries()) {
    const share = result.errors[k]! / max;
    levels[pose] = Math.min(COLOURS.length - 1, Math.floor(share * COLOURS.length) || 0);
  }
  const lines: string[] = [];
  for (let start = 0; start + 1 < points.length; ) {
    let end = start + 1;
    while (end + 1 < points.length && levels[end + 1] === levels[start + 1]) end++;
    const run = points.slice(start, end + 1).filter(isDrawable);
    lines.push(polyline(panel, run, COLOURS[levels[start + 1]!]!, ''));
    start = end;
  }
  return lines;
}

/** The legend of colours and errors. */
function colourScale({ statistics, unit }: EvaluationResult, left: number, top: number): string[] {
  const width = 30;
  const boxes = COLOURS.map(
    (colour, i) =>
      `<rect x="${left + i * width}" y="${top}" width="${width}" height="12" fill="${colour}"/>`,
  );
  const right = left + COLOURS.length * width;
  return [
    ...boxes,
    `<text x="${left}" y="${top + 28}">0</text>`,
    `<text x="${right}" y="${top + 28}" text-anchor="end">${statistics.max.toPrecision(3)} ${unit}</text>`,
  ];
}

function errorOverTime(result: EvaluationResult): string[] {
  const { errors, poseIndices, statistics, unit } = result;
  const { stamps } = result.estimate;
  const origin = stamps?.[0] ?? 0;
  const points = poseIndices
    .map((pose, k): [number, number] => [stamps ? stamps[pose]! - origin : pose, errors[k]!])
    .filter(isDrawable);
  const worst = points.reduce((most, [, error]) => Math.max(most, error), 0);
  const panel: Panel = {
    left: 580,
    top: 45,
    width: 480,
    height: 300,
    x: range(points.map((p) => p[0])),
    y: [0, points.length > 0 && worst > 0 ? 1.05 * worst : 1],
  };
  const shown = (['rmse', 'mean', 'median'] as const).filter(
    (key) => statistics[key] <= panel.y[1],
  );
  const marks = shown.map((key, i) => {
    const y = place(panel, 0, statistics[key])[1];
    const colour = ['#c0392b', '#27ae60', '#8e44ad'][i]!;
    const line = `<line x1="${panel.left}" x2="${panel.left + panel.width}" y1="${y}" y2="${y}" stroke="${colour}" stroke-dasharray="6 3"/>`;
    return line + legend(panel.left + 8 + 90 * i, panel.top + 16, colour, '6 3', key);
  });
  const numbers = (['rmse', 'mean', 'median', 'std', 'min', 'max'] as const).map(
    (key, i) =>
      `<text x="${panel.left + 160 * (i % 3)}" y="${panel.top + panel.height + 65 + 22 * Math.floor(i / 3)}">${key} ${statistics[key].toPrecision(6)} ${unit}</text>`,
  );
  return [
    ...axes(panel, stamps ? 'time (s)' : 'pose', unit ? `error (${unit})` : 'error'),
    polyline(panel, points, '#0f5cdd', ''),
    ...marks,
    ...numbers,
  ];
}

function range(values: readonly number[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  if (!(low <= high)) return [-0.5, 0.5];
  // A range narrower than the resolution of numbers of this size would have no ticks.
  const least = Math.max(1e-9, 1e-13 * Math.max(Math.abs(low), Math.abs(high)));
  if (high - low >= least) return [low, high];
  const middle = low + (high - low) / 2;
  const half = Math.max(0.5, least);
  return [middle - half, middle + half];
}

/** A value whose square is finite; NaN, infinite and larger positions cannot be drawn. */
function isDrawable([x, y]: readonly [number, number]): boolean {
  return Math.abs(x) < MOST_DRAWABLE && Math.abs(y) < MOST_DRAWABLE;
}

/** The number of poses that cannot be drawn: infinite, NaN or too large. */
export function undrawable({ reference, estimate }: EvaluationResult): number {
  return [...reference.poses, ...estimate.poses].filter(
    ({ translation }) => !translation.every((value) => Math.abs(value) < MOST_DRAWABLE),
  ).length;
}

/** Notes in the picture what it omits. */
function note(panel: Panel, missing: number, drawn: number): string[] {
  if (missing === 0) return [];
  const text =
    drawn === 0
      ? 'nothing to draw: all poses are infinite or too far away'
      : `${missing} poses that are infinite or too far away are not drawn`;
  const y = panel.top + panel.height - 8;
  return [`<text x="${panel.left + 8}" y="${y}" fill="#c0392b">${text}</text>`];
}

/** One metre has the same length in both directions. */
function equalScale(
  box: { left: number; top: number; width: number; height: number },
  x: readonly [number, number],
  y: readonly [number, number],
): Panel {
  const metres = 1.1 * Math.max((x[1] - x[0]) / box.width, (y[1] - y[0]) / box.height);
  const grow = ([low, high]: readonly [number, number], pixels: number): [number, number] => {
    const margin = (metres * pixels - (high - low)) / 2;
    return [low - margin, high + margin];
  };
  return { ...box, x: grow(x, box.width), y: grow(y, box.height) };
}

function place(panel: Panel, x: number, y: number): [string, string] {
  const u = (x - panel.x[0]) / (panel.x[1] - panel.x[0]);
  const v = (y - panel.y[0]) / (panel.y[1] - panel.y[0]);
  return [
    (panel.left + u * panel.width).toFixed(1),
    (panel.top + (1 - v) * panel.height).toFixed(1),
  ];
}

function polyline(
  panel: Panel,
  points: readonly (readonly [number, number])[],
  colour: string,
  dash: string,
): string {
  const text = points.map(([x, y]) => place(panel, x, y).join(',')).join(' ');
  const dashes = dash && ` stroke-dasharray="${dash}"`;
  return `<polyline points="${text}" fill="none" stroke="${colour}" stroke-width="1.6"${dashes}/>`;
}

function legend(x: number, y: number, colour: string, dash: string, text: string): string {
  const dashes = dash && ` stroke-dasharray="${dash}"`;
  return `<line x1="${x}" x2="${x + 20}" y1="${y - 4}" y2="${y - 4}" stroke="${colour}" stroke-width="2"${dashes}/><text x="${x + 25}" y="${y}">${escapeXml(text)}</text>`;
}

function axes(panel: Panel, xLabel: string, yLabel: string): string[] {
  const { left, top, width, height } = panel;
  const bottom = top + height;
  const ofY = ticks(panel.y);
  const longest = Math.max(...ofY.labels.map((text) => text.length), 3);
  const parts = [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#333"/>`,
    `<text x="${left + width / 2}" y="${bottom + 34}" text-anchor="middle">${xLabel}</text>`,
    `<text transform="translate(${left - 18 - LETTER * longest} ${top + height / 2}) rotate(-90)" text-anchor="middle">${yLabel}</text>`,
  ];
  // Long labels side by side need more room.
  const wide = ticks(panel.x).labels.some((text) => text.length > 7);
  const ofX = ticks(panel.x, wide ? 3 : 6);
  for (const [i, tick] of ofX.values.entries()) {
    const x = place(panel, tick, 0)[0];
    parts.push(
      `<line x1="${x}" x2="${x}" y1="${top}" y2="${bottom}" stroke="#eee"/><text x="${x}" y="${bottom + 16}" text-anchor="middle">${ofX.labels[i]}</text>`,
    );
  }
  for (const [i, tick] of ofY.values.entries()) {
    const y = place(panel, 0, tick)[1];
    parts.push(
      `<line x1="${left}" x2="${left + width}" y1="${y}" y2="${y}" stroke="#eee"/><text x="${left - 6}" y="${y}" text-anchor="end" dominant-baseline="middle">${ofY.labels[i]}</text>`,
    );
  }
  return parts;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
