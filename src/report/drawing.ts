/** A figure as shapes that a page or a file can draw. Coordinates are in pixels. */
export interface Shape {
  readonly tag: 'line' | 'rect' | 'path' | 'text' | 'circle';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly text?: string;
  /** Shown when the pointer is over the shape. */
  readonly tip?: string;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** The area of the axes; the shapes `inside` are clipped at its edges. */
  readonly plot: Box;
  readonly inside: readonly Shape[];
  readonly outside: readonly Shape[];
}

/** The colours of everything around the data. */
export interface Skin {
  readonly ink: string;
  readonly faint: string;
  readonly line: string;
  readonly focus: string;
  colourOf(name: string): string;
}

/** A number for an attribute; values far outside are clamped to what browsers accept. */
export function px(value: number): number {
  return Math.round(Math.max(-1e5, Math.min(1e5, value)) * 100) / 100 || 0;
}

/** The approximate width of a text of this size, assuming wide letters. */
export function widthOf(content: string, size = 12): number {
  return content.length * size * 0.62;
}

/** The end of a text that fits the width, with an ellipsis before it if it was cut. */
export function fitted(content: string, width: number, size = 12): string {
  const letters = Math.max(1, Math.floor(width / (size * 0.62)));
  return content.length <= letters ? content : `…${content.slice(content.length - letters + 1)}`;
}

export interface TextStyle {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly size?: number;
  readonly colour?: string;
  /** Rotation about its position, in degrees. */
  readonly turn?: number;
}

export function textAt(x: number, y: number, text: string, style: TextStyle = {}): Shape {
  const { anchor, size, colour, turn } = style;
  const attributes = {
    x: px(x),
    y: px(y),
    ...(anchor !== undefined && { 'text-anchor': anchor }),
    ...(size !== undefined && { 'font-size': size }),
    ...(colour !== undefined && { fill: colour }),
    ...(turn !== undefined && { transform: `rotate(${turn} ${px(x)} ${px(y)})` }),
  };
  return { tag: 'text', attributes, text };
}

export function lineTo(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke: string,
  more: Readonly<Record<string, string | number>> = {},
): Shape {
  const ends = { x1: px(x1), y1: px(y1), x2: px(x2), y2: px(y2) };
  return { tag: 'line', attributes: { ...ends, stroke, ...more } };
}

/** Names with their marks, as many per row as fit, and the height that they take. */
export function legendOf(
  entries: readonly { readonly name: string; readonly mark: (x: number, y: number) => Shape }[],
  { left, width }: Box,
  top: number,
  ink: string,
): { readonly shapes: readonly Shape[]; readonly height: number } {
  const shapes: Shape[] = [];
  let [x, y] = [left, top];
  for (const { name, mark } of entries) {
    const shown = fitted(name, width - 40);
    const taken = widthOf(shown) + 46;
    if (x > left && x + taken > left + width) {
      x = left;
      y += 20;
    }
    shapes.push(mark(x, y - 4), textAt(x + 30, y, shown, { colour: ink }));
    x += taken;
  }
  return { shapes, height: entries.length === 0 ? 0 : y - top + 20 };
}
