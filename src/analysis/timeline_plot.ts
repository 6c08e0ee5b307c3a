import { colourOf, fitted, line, picture, px, text, widthOf } from './svg.js';
import { TimeAxis } from './time_axis.js';
import type { Timeline, TimelineCallback } from './timeline.js';

const WIDTH = 960;
const LEFT = 190;
const RIGHT = 24;
const TOP = 60;
const ROW = 46;
const BAR = 22;

/** What each thread ran: a bar from start to end, after a thin line while the input waited. */
export function timelinePlot(timeline: Timeline): string {
  const { callbacks, start, end, from, to, title } = timeline;
  const threads = [...new Set(callbacks.map(threadOf))].sort();
  const names = [...new Set(callbacks.map(nameOf))];
  const axis = new TimeAxis(start, end, LEFT, WIDTH - LEFT - RIGHT);
  const bottom = TOP + ROW * Math.max(1, threads.length);
  const clip = (time: number) => axis.x(Math.min(end, Math.max(start, time)));
  const focus = `<rect x="${px(clip(from))}" y="${TOP - 6}" width="${px(clip(to) - clip(from))}" height="${px(bottom - TOP + 6)}" fill="#fff3cd"/>`;
  const rows = threads.map((thread, i) => {
    const y = TOP + ROW * i;
    const label = text(LEFT - 10, y + ROW / 2 + 8, fitted(thread, LEFT - 20), { anchor: 'end' });
    return `${label}${line(LEFT, y + ROW, WIDTH - RIGHT, y + ROW, 'stroke="#cbd2d9"')}`;
  });
  const bars = callbacks.map((callback) => {
    const y = TOP + ROW * threads.indexOf(threadOf(callback)) + ROW - BAR - 4;
    return barOf(callback, clip, y, names.indexOf(nameOf(callback)));
  });
  const legend = legendOf(names, bottom + 62);
  const more = timeline.omitted > 0 ? `; ${timeline.omitted} more callbacks are not drawn` : '';
  const note = `bar: the callback runs; thin line: its input waits; yellow: the subject of the picture${more}`;
  return picture(WIDTH, legend.bottom + 34, [
    text(24, 26, fitted(title, WIDTH - 48, 15), { size: 15, bold: true }),
    text(24, 44, note, { size: 11, colour: '#52606d' }),
    focus,
    ...axis.draw(TOP - 6, bottom, 'virtual time since the start'),
    ...rows,
    ...bars,
    ...legend.parts,
  ]);
}

function threadOf({ executor, thread }: TimelineCallback): string {
  return `${executor} · ${thread}`;
}

function nameOf({ node, name }: TimelineCallback): string {
  return `${node} ${name}`;
}

function barOf(
  callback: TimelineCallback,
  clip: (time: number) => number,
  y: number,
  colour: number,
): string {
  const { ready, start, end } = callback;
  const fill = colourOf(colour);
  const x = clip(start);
  const width = Math.max(1.5, clip(end) - x);
  const waited = start > ready && clip(ready) < x;
  const wait = waited
    ? `${line(clip(ready), y - 5, x, y - 5, `stroke="${fill}" stroke-width="2"`)}${line(clip(ready), y - 9, clip(ready), y - 1, `stroke="${fill}" stroke-width="2"`)}`
    : '';
  const ms = (time: number) => (time / 1e6).toFixed(3);
  const tip = `<title>${nameOf(callback).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}: ready ${ms(ready)}, start ${ms(start)}, end ${ms(end)} ms (callback ${callback.number})</title>`;
  const bar = `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${BAR}" fill="${fill}" stroke="#fff" stroke-width="${width > 4 ? 0.8 : 0}">${tip}</rect>`;
  const short = callback.name.replace(/^.*\//, '/');
  const fits = widthOf(short, 11) + 8 < width;
  const label = fits
    ? text(x + width / 2, y + 15, short, { anchor: 'middle', size: 11, colour: '#fff' })
    : '';
  return `${wait}${bar}${label}`;
}

/** Names with their colours, as many per row as fit. */
function legendOf(names: readonly string[], top: number): { parts: string[]; bottom: number } {
  const parts: string[] = [];
  let x = LEFT;
  let y = top;
  names.forEach((name, i) => {
    const shown = fitted(name, WIDTH - LEFT - RIGHT - 30);
    const width = widthOf(shown) + 36;
    if (x > LEFT && x + width > WIDTH - RIGHT) {
      x = LEFT;
      y += 20;
    }
    parts.push(
      `<rect x="${px(x)}" y="${px(y - 10)}" width="12" height="12" fill="${colourOf(i)}"/>`,
      text(x + 18, y, shown),
    );
    x += width;
  });
  return { parts, bottom: y };
}
