import type { Box, FigureWindow, Span } from '../../../../report/index.js';

/** The deepest zoom, as a fraction of the whole figure. */
const DEEPEST = 1e9;

/** A window that is enlarged or reduced around a point in it, given as fractions of its width and height. */
export function zoomedWindow(
  window: FigureWindow,
  whole: FigureWindow,
  factor: number,
  [u, v]: readonly [number, number] = [0.5, 0.5],
): FigureWindow {
  const isUpright = whole.y.from !== 0 || whole.y.to !== 1;
  return {
    x: scaled(window.x, whole.x, factor, u),
    y: isUpright ? scaled(window.y, whole.y, factor, v) : window.y,
  };
}

function scaled({ from, to }: Span, whole: Span, factor: number, at: number): Span {
  const size = whole.to - whole.from;
  const length = Math.min(size * 2, Math.max(size / DEEPEST, (to - from) * factor));
  const fixed = from + (to - from) * at;
  return { from: fixed - length * at, to: fixed + length * (1 - at) };
}

/** A window that was dragged by a number of pixels. */
export function draggedWindow(
  window: FigureWindow,
  dx: number,
  dy: number,
  plot: Box,
): FigureWindow {
  return {
    x: moved(window.x, -dx / plot.width),
    y: moved(window.y, dy / plot.height),
  };
}

/** A span moved by a fraction of its length. */
export function moved({ from, to }: Span, part: number): Span {
  const by = (to - from) * part;
  return { from: from + by, to: to + by };
}
