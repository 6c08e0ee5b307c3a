import { drawCauses } from './draw_causes.js';
import { drawMarks } from './draw_marks.js';
import { fittedEnd } from './fitted.js';
import { ticksOf, timeText } from './time_text.js';
import {
  AXIS_HEIGHT,
  endOf,
  ROW_HEIGHT,
  TITLE_WIDTH,
  type TimelinePicture,
  topOf,
  xOf,
} from './timeline_picture.js';
import type { TimelineRow } from './timeline_rows.js';

const PARTING = 'the runs part here';

/** Draws the timeline, with at most one mark per pixel of each visible row. */
export function drawTimeline(context: CanvasRenderingContext2D, picture: TimelinePicture): void {
  const { width, height, colours, rows, scroll } = picture;
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, width, height);
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  drawOutside(context, picture);
  drawTicks(context, picture, titleOfParting(context, picture));
  drawAnswers(context, picture);
  const first = Math.max(0, Math.floor(scroll / ROW_HEIGHT));
  const last = Math.min(rows.length, Math.ceil((scroll + height) / ROW_HEIGHT) + 1);
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, width, height - AXIS_HEIGHT);
  context.clip();
  for (let i = first; i < last; i++) drawRow(context, picture, rows[i]!, topOf(i, scroll), i);
  drawCauses(context, picture);
  context.restore();
  drawLine(context, picture, picture.parting, colours.alarm, PARTING);
  drawLine(context, picture, picture.cursor, colours.accent, undefined);
}

/** Shades the time before a run begins and after it has ended. */
function drawOutside(context: CanvasRenderingContext2D, picture: TimelinePicture): void {
  const { width, height, colours } = picture;
  const [start, end] = [0, endOf(picture)].map((time) =>
    Math.max(TITLE_WIDTH, Math.min(width, xOf(picture, time))),
  ) as [number, number];
  context.fillStyle = colours.line;
  context.globalAlpha = 0.6;
  context.fillRect(TITLE_WIDTH, AXIS_HEIGHT, start - TITLE_WIDTH, height - AXIS_HEIGHT);
  context.fillRect(end, AXIS_HEIGHT, width - end, height - AXIS_HEIGHT);
  context.globalAlpha = 1;
}

function drawTicks(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  taken: { readonly left: number; readonly right: number } | undefined,
): void {
  const { from, to, width, height, colours } = picture;
  const { step, at } = ticksOf(from, to, Math.max(2, (width - TITLE_WIDTH) / 130));
  const times = at.filter((tick) => tick >= 0);
  for (const tick of times) {
    const x = Math.round(xOf(picture, tick)) + 0.5;
    context.strokeStyle = colours.line;
    context.beginPath();
    context.moveTo(x, AXIS_HEIGHT - 6);
    context.lineTo(x, height);
    context.stroke();
    const text = timeText(tick, step);
    const right = x + 4 + context.measureText(text).width;
    if (taken !== undefined && x < taken.right && right > taken.left) continue;
    context.fillStyle = colours.faint;
    context.fillText(text, x + 4, AXIS_HEIGHT / 2);
  }
}

/** The part of the axis that the label of the first difference covers. */
function titleOfParting(context: CanvasRenderingContext2D, picture: TimelinePicture) {
  const { parting, from, to } = picture;
  if (parting === undefined || parting < from || parting > to) return undefined;
  const left = xOf(picture, parting);
  return { left, right: left + context.measureText(PARTING).width + 10 };
}

/** Draws marks for answers below the time axis, at most one per pixel. */
function drawAnswers(context: CanvasRenderingContext2D, picture: TimelinePicture): void {
  const { answers, from, to, colours } = picture;
  for (const times of answers) {
    let free = TITLE_WIDTH;
    for (const time of times) {
      const x = xOf(picture, time);
      if (time < from || time > to || x < free) continue;
      free = x + 1;
      triangle(context, x, AXIS_HEIGHT - 7, 5, colours.accent);
    }
  }
}

function drawRow(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  row: TimelineRow,
  top: number,
  index: number,
): void {
  const { runs, colours, width } = picture;
  if (index % 2 === 1) {
    context.fillStyle = colours.line;
    context.globalAlpha = 0.35;
    context.fillRect(0, top, width, ROW_HEIGHT);
    context.globalAlpha = 1;
  }
  context.save();
  context.beginPath();
  context.rect(TITLE_WIDTH, top, width - TITLE_WIDTH, ROW_HEIGHT);
  context.clip();
  drawMarks(context, picture, row, top);
  drawWarnings(context, picture, row, top);
  drawEvents(context, picture, row, top);
  context.restore();
  const run = runs.length > 1 ? `${'AB'[row.run]}  ` : '';
  context.fillStyle = row.kind === 'thread' ? colours.faint : colours.ink;
  context.fillText(
    run + fittedEnd(context, row.title, TITLE_WIDTH - 16 - context.measureText(run).width),
    8,
    top + ROW_HEIGHT / 2,
  );
}

/** Marks inputs that were overwritten, and those that came too late. */
function drawWarnings(
  context: CanvasRenderingContext2D,
  { from, to, width, colours }: TimelinePicture,
  row: TimelineRow,
  top: number,
): void {
  const view = { from, to, width: width - TITLE_WIDTH };
  row.lost.marks(view, (x) => {
    triangle(context, TITLE_WIDTH + x, top + 1, 4, colours.alarm);
  });
  row.late.marks(view, (x, wide) => {
    context.strokeStyle = colours.warning;
    context.strokeRect(TITLE_WIDTH + x - 0.5, top + 3.5, Math.max(3, wide + 1), ROW_HEIGHT - 7);
  });
}

function drawEvents(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  row: TimelineRow,
  top: number,
): void {
  const { from, to, colours } = picture;
  let free = 0;
  for (const { time, kind, severity } of row.events) {
    if (time < from || time > to) continue;
    const x = xOf(picture, time);
    if (x < free) continue;
    free = x + 3;
    const colour =
      severity === 'error'
        ? colours.alarm
        : severity === 'warning'
          ? colours.warning
          : colours.faint;
    if (kind === 'state') {
      context.fillStyle = colours.accent;
      context.fillRect(x - 1, top, 2, ROW_HEIGHT);
    } else triangle(context, x, top + ROW_HEIGHT - 1, -5, colour);
  }
}

function triangle(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.moveTo(x - 4, y);
  context.lineTo(x + 4, y);
  context.lineTo(x, y + size * 1.4);
  context.fill();
}

function drawLine(
  context: CanvasRenderingContext2D,
  picture: TimelinePicture,
  time: number | undefined,
  colour: string,
  title: string | undefined,
): void {
  if (time === undefined || time < picture.from || time > picture.to) return;
  const x = Math.round(xOf(picture, time)) + 0.5;
  context.strokeStyle = colour;
  context.setLineDash(title === undefined ? [] : [5, 3]);
  context.beginPath();
  context.moveTo(x, title === undefined ? AXIS_HEIGHT : 0);
  context.lineTo(x, picture.height);
  context.stroke();
  context.setLineDash([]);
  if (title === undefined) return;
  context.fillStyle = picture.colours.paper;
  context.fillRect(x + 2, 2, context.measureText(title).width + 8, AXIS_HEIGHT - 6);
  context.fillStyle = colour;
  context.fillText(title, x + 6, AXIS_HEIGHT / 2);
}
