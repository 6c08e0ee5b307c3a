import { xAxisLines } from './axis_lines.js';
import { inkOn } from './colours.js';
import {
  type Box,
  type Drawing,
  fitted,
  legendOf,
  lineTo,
  px,
  type Shape,
  type Skin,
  textAt,
  widthOf,
} from './drawing.js';
import type { FigureWindow, RowMark, RowsFigure } from './figure.js';

const TOP = 8;
const ROW = 32;
const RIGHT = 28;
const FOOT = 46;
/** The largest share of the width that the names of rows may take. */
const MOST_FOR_NAMES = 0.34;

/** Draws rows with marks on one axis. */
export function drawRows(
  figure: RowsFigure,
  skin: Skin,
  width: number,
  { x: shown }: FigureWindow,
): Drawing {
  const { rows, marks, focus } = figure;
  const names = Math.max(40, ...rows.map((row) => widthOf(row) + 22));
  const left = Math.min(names, width * MOST_FOR_NAMES);
  const height = ROW * Math.max(1, rows.length);
  const plot: Box = { left, top: TOP, width: Math.max(60, width - left - RIGHT), height };
  const { x, shapes: below } = xAxisLines(figure.x, shown, plot, skin);
  const lines = rows.flatMap((row, i): Shape[] => {
    const y = TOP + ROW * (i + 1);
    const name = textAt(left - 10, y - ROW / 2 + 4, fitted(row, left - 18), {
      ...{ anchor: 'end', colour: skin.ink },
    });
    return [name, lineTo([left, y], [left + plot.width, y], skin.line)];
  });
  const bottom = TOP + height;
  const named = figure.hasLegend ? [...new Set(marks.map(({ of }) => of))] : [];
  const numbered = (name: string) => (named.length > 1 ? `${named.indexOf(name) + 1}` : '');
  const legend = legendOf(
    named.map((name) => ({
      name: `${numbered(name)} ${name}`.trim(),
      mark: (at, up) => patch(at + 12, up - 6, skin.colourOf(name)),
    })),
    { ...plot, left: 24, width: width - 48 },
    bottom + FOOT + 14,
    skin.ink,
  );
  const about = focus === undefined ? [] : [focusOn(x(focus.from), x(focus.to), plot, skin)];
  return {
    width,
    height: bottom + FOOT + 14 + legend.height,
    plot,
    inside: [
      ...about,
      ...marks.flatMap((mark) => shapesOf(mark, numbered(mark.of), x, plot, skin)),
    ],
    outside: [...below, ...lines, ...legend.shapes],
  };
}

function patch(x: number, y: number, fill: string): Shape {
  return { tag: 'rect', attributes: { x: px(x), y: px(y), width: 12, height: 12, fill } };
}

function focusOn(from: number, to: number, { top, height }: Box, skin: Skin): Shape {
  const width = px(Math.max(1, to - from));
  return { tag: 'rect', attributes: { x: px(from), y: top, width, height, fill: skin.focus } };
}

/**
 * @param number - the number of the mark's name in the legend, for readers who cannot distinguish the colours; empty:
 * none
 */
function shapesOf(
  mark: RowMark,
  number: string,
  x: (value: number) => number,
  plot: Box,
  skin: Skin,
): Shape[] {
  const { row, shape, tip } = mark;
  const colour = skin.colourOf(mark.of);
  const y = TOP + ROW * row;
  const [from, to] = [x(mark.from), x(mark.to)];
  if (to < plot.left - 8 || from > plot.left + plot.width + 8) return [];
  if (shape === 'point') {
    const at = { cx: px(from), cy: y + ROW / 2, r: 4.5, fill: colour };
    return [{ tag: 'circle', attributes: at, tip }];
  }
  const width = Math.max(1.5, to - from);
  if (shape === 'line' || shape === 'above') {
    const style = { 'stroke-width': 2 };
    const middle = shape === 'line' ? y + ROW / 2 : y + 4;
    const size = shape === 'line' ? 5 : 3;
    const end = lineTo([from, middle - size], [from, middle + size], colour, style);
    const other = lineTo([to, middle - size], [to, middle + size], colour, style);
    return [{ ...lineTo([from, middle], [to, middle], colour, style), tip }, end, other];
  }
  const box = { x: px(from), y: y + 8, width: px(width), height: ROW - 11 };
  if (shape === 'frame') {
    const look = { ...box, fill: colour, 'fill-opacity': 0.15, stroke: colour };
    return [{ tag: 'rect', attributes: look, tip }];
  }
  const bar: Shape = { tag: 'rect', attributes: { ...box, fill: colour }, tip };
  const start = Math.max(from, plot.left);
  const room = Math.min(to, plot.left + plot.width) - start;
  const texts = [`${number} ${mark.text ?? ''}`.trim(), number];
  const text = texts.find((each) => each !== '' && widthOf(each, 11) + 6 <= room);
  if (text === undefined) return [bar];
  const style = { anchor: 'middle', size: 11, colour: inkOn(colour) } as const;
  return [bar, textAt(start + room / 2, y + ROW / 2 + 6, text, style)];
}
