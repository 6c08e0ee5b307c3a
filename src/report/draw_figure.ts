import { drawCurves } from './draw_curves.js';
import { drawRows } from './draw_rows.js';
import type { Drawing, Skin } from './drawing.js';
import { type Figure, type FigureWindow, wholeOf } from './figure.js';

/**
 * Draws the part of a figure that is in view.
 *
 * @param width - in pixels; the height depends on the content
 */
export function drawFigure(
  figure: Figure,
  skin: Skin,
  width: number,
  window: FigureWindow = wholeOf(figure),
): Drawing {
  return figure.kind === 'curves'
    ? drawCurves(figure, skin, width, window)
    : drawRows(figure, skin, width, window);
}
