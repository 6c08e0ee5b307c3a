/** A part of an axis. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** An axis and all that is on it. */
export interface FigureAxis extends Span {
  readonly label: string;
  /** `ns`: times, in the unit that suits them; `part`: shown as percent; any other is shown as it is. */
  readonly unit: string;
}

/** A line through points. */
export interface Curve {
  readonly name: string;
  /** What it is of, a topic if possible: this decides its colour. */
  readonly of: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly shape: 'line' | 'steps';
  /** For each point how bad it is, from 0 to 1; it decides the colour instead. */
  readonly badness?: readonly number[];
  /** Only to compare with. */
  readonly isFaint?: boolean;
}

/** A height that is named. */
export interface NamedLevel {
  readonly name: string;
  readonly y: number;
}

export interface CurvesFigure {
  readonly kind: 'curves';
  /** Of its file, without an ending. */
  readonly name: string;
  readonly title: string;
  /** What else one must know to read it. */
  readonly note?: string;
  readonly x: FigureAxis;
  readonly y: FigureAxis;
  /** Whether a unit is as long in both directions. */
  readonly isIsometric?: boolean;
  readonly curves: readonly Curve[];
  readonly levels?: readonly NamedLevel[];
}

/** Something in a row: what lasts (`bar`, `frame`, `line`; `above` the others), or was at one place (`point`). */
export interface RowMark extends Span {
  readonly row: number;
  readonly shape: 'bar' | 'frame' | 'line' | 'above' | 'point';
  /** What it is of, a topic if possible: this decides its colour. */
  readonly of: string;
  /** Shown on it if there is room. */
  readonly text?: string;
  /** Shown when one points at it. */
  readonly tip: string;
}

export interface RowsFigure {
  readonly kind: 'rows';
  /** Of its file, without an ending. */
  readonly name: string;
  readonly title: string;
  /** What else one must know to read it. */
  readonly note?: string;
  readonly x: FigureAxis;
  readonly rows: readonly string[];
  readonly marks: readonly RowMark[];
  /** What the figure is about. */
  readonly focus?: Span;
  /** Whether the colours need explaining. */
  readonly hasLegend?: boolean;
}

/** A picture as data: a page can move and zoom in it, a file shows all of it. */
export type Figure = CurvesFigure | RowsFigure;

/** What of its colours a figure asks for. */
export function namesIn(figure: Figure): readonly string[] {
  const named = figure.kind === 'curves' ? figure.curves : figure.marks;
  return named.map(({ of }) => of);
}

/** The part of a figure that is in view. */
export interface FigureWindow {
  readonly x: Span;
  readonly y: Span;
}

/** All of it. */
export function wholeOf(figure: Figure): FigureWindow {
  return { x: figure.x, y: figure.kind === 'curves' ? figure.y : { from: 0, to: 1 } };
}

/** A span that holds all of these numbers and is not empty. */
export function spanOf(values: Iterable<number>): Span {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < from) from = value;
    if (value > to) to = value;
  }
  if (!(from <= to)) return { from: -0.5, to: 0.5 };
  // A span narrower than the resolution of numbers of this size would have no ticks.
  const least = Math.max(1e-9, 1e-13 * Math.max(Math.abs(from), Math.abs(to)));
  if (to - from >= least) return { from, to };
  const middle = from + (to - from) / 2;
  const half = Math.max(0.5, least);
  return { from: middle - half, to: middle + half };
}
