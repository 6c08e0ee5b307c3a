/**
 * Room `report`: the results of commands, as pages and files show them: sentences, tables, and figures as data, with
 * the only code that draws them. It also runs in a page.
 *
 * Imports no other room.
 */
export { onAxis } from './axis_ticks.js';
export { colourKey, coloursOf, inkOn, NEUTRAL_COLOUR } from './colours.js';
export { drawFigure } from './draw_figure.js';
export type { Box, Drawing, Shape, Skin } from './drawing.js';
export {
  type Curve,
  type CurvesFigure,
  type Figure,
  type FigureAxis,
  type FigureWindow,
  type NamedLevel,
  namesIn,
  type RowMark,
  type RowsFigure,
  type Span,
  spanOf,
  wholeOf,
} from './figure.js';
export { figureSvg } from './figure_svg.js';
export type { Report, ReportColumn, ReportTable } from './report.js';
export { ticks } from './ticks.js';
