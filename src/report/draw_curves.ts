import { roomForY, xAxisLines, yAxisLines } from './axis_lines.js';
import { badnessLevel, colourOfBadness } from './colours.js';
import {
  type Box,
  type Drawing,
  legendOf,
  lineTo,
  px,
  type Shape,
  type Skin,
  textAt,
} from './drawing.js';
import type { Curve, CurvesFigure, FigureWindow, Span } from './figure.js';

const TOP = 10;
const RIGHT = 24;
const HEIGHT = 290;
const ISOMETRIC_HEIGHT = 430;
const FOOT = 46;
/** Dash patterns that distinguish coinciding curves. */
const DASHES = ['', '7 4', '2 3', '10 3 2 3'];

/** Width of a level's name; the names of levels close to each other are drawn side by side. */
const LEVEL_NAME = 70;

type Place = (value: number) => number;

/** Draws curves with their legend below. */
export function drawCurves(
  figure: CurvesFigure,
  skin: Skin,
  width: number,
  window: FigureWindow,
): Drawing {
  const { curves, levels = [] } = figure;
  const height = figure.isIsometric ? ISOMETRIC_HEIGHT : HEIGHT;
  const left = roomForY(figure.y, window.y, height);
  const plot: Box = { left, top: TOP, width: Math.max(60, width - left - RIGHT), height };
  const { x: xs, y: ys } = figure.isIsometric ? isometric(window, plot) : window;
  const { x, shapes: below } = xAxisLines(figure.x, xs, plot, skin);
  const { y, shapes: beside } = yAxisLines(figure.y, ys, plot, skin);
  const bottom = TOP + height;
  const legend = legendOf(
    curves.map((curve, i) => ({
      name: curve.name,
      mark: (at, up) => sample(curve, i, skin, at, up),
    })),
    { ...plot, left: Math.min(left, 40), width: width - 60 },
    bottom + FOOT + 14,
    skin.ink,
  );
  const named = levels.flatMap(({ name, y: at }, i): Shape[] => [
    lineTo([left, y(at)], [left + plot.width, y(at)], skin.faint, { 'stroke-dasharray': '6 3' }),
    textAt(left + plot.width - 6 - LEVEL_NAME * i, y(at) - 4, name, {
      anchor: 'end',
      size: 11,
      colour: skin.faint,
    }),
  ]);
  return {
    width,
    height: bottom + FOOT + 14 + legend.height,
    plot,
    inside: [...curves.flatMap((curve, i) => shapesOf(curve, i, skin, x, y)), ...named],
    outside: [...below, ...beside, ...legend.shapes],
  };
}

/** The smallest window around this one in which a unit has the same length in both directions. */
function isometric({ x, y }: FigureWindow, { width, height }: Box): FigureWindow {
  const perPixel = Math.max((x.to - x.from) / width, (y.to - y.from) / height);
  const grown = ({ from, to }: Span, pixels: number): Span => {
    const margin = (perPixel * pixels - (to - from)) / 2;
    return { from: from - margin, to: to + margin };
  };
  return { x: grown(x, width), y: grown(y, height) };
}

function strokeOf({ of, isFaint }: Curve, index: number, skin: Skin) {
  const dash = isFaint ? '4 3' : DASHES[index % DASHES.length]!;
  return {
    stroke: isFaint ? skin.faint : skin.colourOf(of),
    'stroke-width': isFaint ? 1.4 : 2,
    ...(dash !== '' && { 'stroke-dasharray': dash }),
  };
}

function sample(curve: Curve, index: number, skin: Skin, x: number, y: number): Shape {
  const { stroke, ...style } = strokeOf(curve, curve.badness ? 0 : index, skin);
  const colour = curve.badness === undefined ? stroke : colourOfBadness(0);
  return lineTo([x, y], [x + 24, y], colour, style);
}

function shapesOf(curve: Curve, index: number, skin: Skin, x: Place, y: Place): Shape[] {
  if (curve.badness !== undefined) return colouredParts(curve, curve.badness, x, y);
  const d = pathOf(curve, 0, curve.x.length, x, y);
  const look = { d, fill: 'none', ...strokeOf(curve, index, skin) };
  if (curve.x.length > 1) return [{ tag: 'path', attributes: look, tip: curve.name }];
  return curve.x.map((only, i) => dot(x(only), y(curve.y[i]!), look.stroke, curve.name));
}

/** One path for each stretch of one badness level. */
function colouredParts(curve: Curve, badness: readonly number[], x: Place, y: Place): Shape[] {
  const levels = badness.map(badnessLevel);
  const parts: Shape[] = [];
  for (let start = 0; start + 1 < levels.length; ) {
    let end = start + 1;
    while (end + 1 < levels.length && levels[end + 1] === levels[start + 1]) end++;
    const stroke = colourOfBadness(levels[start + 1]!);
    const d = pathOf(curve, start, end + 1, x, y);
    parts.push({ tag: 'path', attributes: { d, fill: 'none', stroke, 'stroke-width': 2 } });
    start = end;
  }
  if (levels.length === 1) {
    parts.push(dot(x(curve.x[0]!), y(curve.y[0]!), colourOfBadness(levels[0]!), curve.name));
  }
  return parts;
}

function dot(cx: number, cy: number, fill: string, tip: string): Shape {
  return { tag: 'circle', attributes: { cx: px(cx), cy: px(cy), r: 4, fill }, tip };
}

/** Leaves out points that fall on the same pixel as the one before. */
function pathOf(curve: Curve, from: number, to: number, x: Place, y: Place): string {
  const parts: string[] = [];
  let before = '';
  for (let i = from; i < to; i++) {
    const [u, v] = [px(x(curve.x[i]!)), px(y(curve.y[i]!))];
    const place = `${Math.round(u * 2)} ${Math.round(v * 2)}`;
    if (place === before && i + 1 < to) continue;
    before = place;
    if (parts.length === 0) parts.push(`M${u} ${v}`);
    else if (curve.shape === 'steps') parts.push(`H${u}V${v}`);
    else parts.push(`L${u} ${v}`);
  }
  return parts.join('');
}
