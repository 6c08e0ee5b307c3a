import {
  AXIS_HEIGHT,
  ROW_HEIGHT,
  type Selection,
  TITLE_WIDTH,
  type TimelinePicture,
  topOf,
  xOf,
} from './timeline_picture.js';

/** Where a callback is drawn; undefined if its row is not shown. */
function placeOf(picture: TimelinePicture, { run, number }: Selection) {
  const { runs, rows, scroll } = picture;
  const { columns, entities } = runs[run]!;
  const entity = entities[columns.entity[number - 1]! - 1];
  const row = rows.findIndex(
    (each) => each.run === run && each.kind === 'node' && each.title === entity?.node,
  );
  if (row < 0) return undefined;
  const start = columns.start[number - 1]!;
  return {
    start: xOf(picture, start),
    end: xOf(picture, start + columns.duration[number - 1]!),
    y: topOf(row, scroll) + ROW_HEIGHT / 2,
  };
}

/** Draws arrows from the causes of the selected callback to it, and on to what it caused. */
export function drawCauses(context: CanvasRenderingContext2D, picture: TimelinePicture): void {
  context.save();
  context.beginPath();
  context.rect(TITLE_WIDTH, AXIS_HEIGHT, picture.width, picture.height);
  context.clip();
  context.strokeStyle = picture.colours.ink;
  context.fillStyle = picture.colours.ink;
  context.lineWidth = 1.5;
  for (const arrow of picture.chain) {
    const [a, b] = [placeOf(picture, arrow.from), placeOf(picture, arrow.to)];
    if (a === undefined || b === undefined) continue;
    // Within one instant, an arrow bows out to be visible.
    const bow = Math.max(14, Math.min(60, Math.abs(b.start - a.end) / 2));
    context.beginPath();
    context.moveTo(a.end, a.y);
    context.bezierCurveTo(a.end + bow, a.y, b.start - bow, b.y, b.start, b.y);
    context.stroke();
    context.beginPath();
    context.moveTo(b.start, b.y);
    context.lineTo(b.start - 7, b.y - 4);
    context.lineTo(b.start - 7, b.y + 4);
    context.fill();
  }
  context.restore();
}
