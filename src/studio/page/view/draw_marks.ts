import { inkOn } from '../../../report/index.js';
import { fitted } from './fitted.js';
import { MarkPen } from './mark_pen.js';
import { ROW_HEIGHT, TITLE_WIDTH, type TimelinePicture } from './timeline_picture.js';
import type { TimelineRow } from './timeline_rows.js';

/** Narrower marks show no name. */
const NAMED_WIDTH = 44;

interface NamedMark {
  /** Index of the callback; `count` is the number of callbacks at the same pixel. */
  readonly at: number;
  readonly count: number;
  /** Where its name starts. */
  readonly x: number;
  readonly alpha: number;
}

/** Pens for bars, for marks without a duration, and for the sign that a mark stands for several callbacks. */
function pensOf(context: CanvasRenderingContext2D, top: number) {
  return {
    bars: new MarkPen(context, top + 4, ROW_HEIGHT - 8),
    points: new MarkPen(context, top + 6, ROW_HEIGHT - 12),
    several: new MarkPen(context, top + ROW_HEIGHT - 4, 2),
  };
}

function drawName(
  context: CanvasRenderingContext2D,
  { runs, colours }: TimelinePicture,
  row: TimelineRow,
  { at, count, x, alpha }: NamedMark,
  end: number,
  top: number,
): void {
  if (end - x < NAMED_WIDTH) return;
  const { columns, entities } = runs[row.run]!;
  const { node, name } = entities[columns.entity[at]! - 1]!;
  const text = row.kind === 'thread' ? `${node} ${name}` : name;
  const more = count > 1 ? ` +${count - 1}` : '';
  context.globalAlpha = alpha;
  context.fillStyle = colours.faint;
  context.fillText(fitted(context, text + more, end - x - 6), x, top + ROW_HEIGHT / 2);
}

function frameMark(
  context: CanvasRenderingContext2D,
  left: number,
  wide: number,
  top: number,
): void {
  context.lineWidth = 2;
  context.strokeRect(left - 1, top + 2, Math.max(4, wide + 2), ROW_HEIGHT - 4);
  context.lineWidth = 1;
}

/** Draws the callbacks of a row: bars, marks, and names if there is room. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  row: TimelineRow,
  top: number,
): void {
  const { runs, palette, from, to, width, search, selected } = picture;
  const { columns, entities } = runs[row.run]!;
  const view = { from, to, width: width - TITLE_WIDTH };
  const perPixel = (to - from) / view.width;
  // The name of a short mark is to its right, if there is room before the next mark.
  let named: NamedMark | undefined;
  const nameBefore = (end: number) => named && drawName(context, picture, row, named, end, top);
  const pens = pensOf(context, top);
  const lift = () => {
    for (const pen of Object.values(pens)) pen.lift();
  };
  const entityColours = palette.ofEntities(entities);
  row.track.marks(view, (x, wide, at, count) => {
    const entityPlace = columns.entity[at]! - 1;
    const entity = entities[entityPlace]!;
    const left = TITLE_WIDTH + x;
    const chosen = selected?.run === row.run && selected.number === at + 1;
    const dim = search !== '' && !`${entity.node} ${entity.name}`.includes(search);
    const colour = entityColours[entityPlace]!;
    const alpha = dim ? 0.15 : 1;
    if (named !== undefined && left - named.x >= NAMED_WIDTH) {
      lift();
      nameBefore(left);
    }
    // A callback that takes no time is a mark; otherwise it is a bar.
    const bar = columns.duration[at]! > 0;
    if (bar) pens.bars.mark(left, Math.max(1, wide), colour, alpha);
    else pens.points.mark(left, Math.max(2, wide), colour, alpha);
    if (count > 1) pens.several.mark(left, 2, colour, alpha);
    // How long its input waited in the queue.
    const queued = row.kind === 'node' ? columns.waited[at]! / perPixel : 0;
    if (queued >= 1) {
      context.globalAlpha = alpha;
      context.fillStyle = colour;
      context.fillRect(left - queued, top + ROW_HEIGHT - 3, queued, 2);
    }
    named = wide > NAMED_WIDTH ? undefined : { at, count, x: left + wide + 4, alpha };
    if (wide <= NAMED_WIDTH && !chosen) return;
    lift();
    context.globalAlpha = alpha;
    if (wide > NAMED_WIDTH) {
      context.fillStyle = inkOn(colour);
      const text = row.kind === 'thread' ? `${entity.node} ${entity.name}` : entity.name;
      context.fillText(fitted(context, text, wide - 8), left + 4, top + ROW_HEIGHT / 2);
    }
    if (chosen) {
      context.strokeStyle = picture.colours.ink;
      frameMark(context, left, wide, top);
    }
  });
  lift();
  nameBefore(width);
  context.globalAlpha = 1;
}
