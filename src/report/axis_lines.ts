import { axisTicks } from './axis_ticks.js';
import { type Box, lineTo, type Shape, type Skin, textAt, widthOf } from './drawing.js';
import type { FigureAxis, Span } from './figure.js';

/** Least distance between two labels, in pixels. */
const APART = 95;
const APART_UPWARDS = 44;

/** Grid lines, their values below, and the title of the axis. */
export function xAxisLines(
  axis: FigureAxis,
  shown: Span,
  { left, top, width, height }: Box,
  skin: Skin,
) {
  const most = Math.max(2, Math.floor(width / APART));
  const { values, labels, title } = axisTicks(axis, shown, most);
  const bottom = top + height;
  const x = (value: number) => left + ((value - shown.from) / (shown.to - shown.from)) * width;
  const below = { anchor: 'middle', colour: skin.faint } as const;
  const grid = values.map((value) => lineTo([x(value), top], [x(value), bottom], skin.line));
  const named = values.map((value, i) => textAt(x(value), bottom + 17, labels[i]!, below));
  const base = lineTo([left, bottom], [left + width, bottom], skin.faint);
  const about = textAt(left + width / 2, bottom + 36, title, below);
  return { x, shapes: [...grid, ...named, base, about] };
}

/** Grid lines, their values at the left, and the title of the axis. */
export function yAxisLines(
  axis: FigureAxis,
  shown: Span,
  { left, top, width, height }: Box,
  skin: Skin,
) {
  const { values, labels, title } = yTicks(axis, shown, height);
  const y = (value: number) => top + (1 - (value - shown.from) / (shown.to - shown.from)) * height;
  const beside = { anchor: 'end', colour: skin.faint } as const;
  const shapes = values.flatMap((value, i): Shape[] => [
    lineTo([left, y(value)], [left + width, y(value)], skin.line),
    textAt(left - 8, y(value) + 4, labels[i]!, beside),
  ]);
  const about = textAt(16, top + height / 2, title, {
    ...{ anchor: 'middle', colour: skin.faint, turn: -90 },
  });
  return { y, shapes: [...shapes, about] };
}

/** The width in pixels that the labels of the left axis need. */
export function roomForY(axis: FigureAxis, shown: Span, height: number): number {
  const { labels } = yTicks(axis, shown, height);
  return 34 + Math.max(24, ...labels.map((label) => widthOf(label)));
}

function yTicks(axis: FigureAxis, shown: Span, height: number) {
  return axisTicks(axis, shown, Math.max(2, Math.floor(height / APART_UPWARDS)));
}
