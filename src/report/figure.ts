/** A part of an axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An axis and its range. */
export interface FigureAxis extends Span {
  readonly label: string;
  /** `ns`: times, shown in a suitable unit; `part`: shown in percent; any other unit is shown as it is. */
  readonly unit: string;
}

/** A line through points. */
export interface Curve {
  readonly name: string;
  /** What the curve is about, a topic if possible; it determines the colour. */
  readonly of: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly shape: 'line' | 'steps';
  /** How bad each point is, from 0 to 1; if given, it determines the colour. */
  readonly badness?: readonly number[];
  /** Whether the curve is only there for comparison. */
  readonly isFaint?: boolean;
}

/** A horizontal line with a name. */
export interface NamedLevel {
  readonly name: string;
  readonly y: number;
}

export interface CurvesFigure {
  readonly kind: 'curves';
  /** Name of its file, without the extension. */
  readonly name: string;
  readonly title: string;
  /** What else a reader must know to understand the figure. */
  readonly note?: string;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  /** Whether a unit has the same length in both directions. */
  readonly isIsometric?: boolean;
  readonly curves: readonly Curve[];
  readonly levels?: readonly NamedLevel[];
}

/** A mark in a row: something that lasts (`bar`, `frame`, `line`, or `above` the others), or a single `point`. */
export interface RowMark extends Span {
  readonly row: number;
  readonly shape: 'bar' | 'frame' | 'line' | 'above' | 'point';
  /** What the mark is about, a topic if possible; it determines the colour. */
  readonly of: string;
  /** Shown on the mark if there is room. */
  readonly text?: string;
  /** Shown when the pointer is over the mark. */
  readonly tip: string;
}

export interface RowsFigure {
  readonly kind: 'rows';
  /** Name of its file, without the extension. */
  readonly name: string;
  readonly title: string;
  /** What else a reader must know to understand the figure. */
  readonly note?: string;
  readonly x: FigureAxis;
  readonly rows: readonly string[];
  readonly marks: readonly RowMark[];
  /** The span that the figure is about, if it is only a part. */
  readonly focus?: Span;
  /** Whether the colours need explaining. */
  readonly hasLegend?: boolean;
}

/** A picture as data: a page can pan and zoom it, a file shows all of it. */
export type Figure = CurvesFigure | RowsFigure;

/** The names for which a figure needs colours. */
export function namesIn(figure: Figure): readonly string[] {
  const named = figure.kind === 'curves' ? figure.curves : figure.marks;
  return named.map(({ of }) => of);
}

/** The part of a figure that is in view. */
export interface FigureWindow {
  readonly x: Span;
  readonly y: Span;
}

/** The window that shows all of a figure. */
export function wholeOf(figure: Figure): FigureWindow {
  return { x: figure.x, y: figure.kind === 'curves' ? figure.y : { from: 0, to: 1 } };
}

/** The smallest span that holds all of these numbers, widened if it would be empty. */
export function spanOf(values: Iterable<number>): Span {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  if (!(from <= to)) return { from: -0.5, to: 0.5 };
  // A span narrower than the resolution of numbers of this size would have no distinct ticks.
  const least = Math.max(1e-9, 1e-13 * Math.max(Math.abs(from), Math.abs(to)));
  if (to - from >= least) return { from, to };
  const middle = from + (to - from) / 2;
  const half = Math.max(0.5, least);
  return { from: middle - half, to: middle + half };
}
