import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { RunInfo } from '../../model/engine_protocol.js';
import { byName } from './by_name.js';
import { causesOf, followed } from './causes.js';
import { drawTimeline } from './draw_timeline.js';
import { drawsInSoftware } from './draws_in_software.js';
import type { Palette } from './palette.js';
import { longestSpan, type Span, wholeSpan } from './span.js';
import { durationText, timeText } from './time_text.js';
import {
  AXIS_HEIGHT,
  type Colours,
  endOf,
  ROW_HEIGHT,
  type Selection,
  TITLE_WIDTH,
  type TimelinePicture,
} from './timeline_picture.js';
import { rowsOf, type TimelineRow } from './timeline_rows.js';

export interface TimelineProps {
  readonly runs: readonly RunInfo[];
  readonly palette: Palette;
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
  readonly selected: Selection | undefined;
  readonly onSelect: (selected: Selection | undefined) => void;
  readonly parting?: number | undefined;
  /** For each run, the times of answers to a question. */
  readonly answers?: readonly (readonly number[])[] | undefined;
  readonly cursor: number | undefined;
  readonly onCursor: (time: number) => void;
  readonly search: string;
  readonly theme: string;
}

/** Ten nanoseconds, the shortest unit of time, fill the screen. */
const SHORTEST_SPAN = 10;

export function Timeline(props: TimelineProps) {
  const { runs, search } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [hint, setHint] = useState('');
  const size = useSize(scroller);
  const [scroll, setScroll] = useState(0);
  const all = useMemo(() => runs.flatMap(rowsOf), [runs]);
  const rows = useMemo(() => visibleRows(all, runs, search), [all, runs, search]);
  const chain = useMemo(
    () => (props.selected === undefined ? [] : causesOf(runs, props.selected)),
    [runs, props.selected],
  );
  const picture: TimelinePicture = {
    ...props,
    ...size,
    rows,
    scroll,
    chain,
    parting: props.parting,
    answers: props.answers ?? [],
    ...props.span,
    colours: coloursOf(props.theme),
  };
  useEffect(() => paint(canvas.current!, picture));
  const acting = actionsOf(props, picture, setHint);
  return (
    <div class="timeline">
      <div
        class="scroller"
        ref={scroller}
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
      >
        <canvas
          ref={canvas}
          tabIndex={0}
          aria-label="Timeline of callbacks. A and D move, W and S zoom, left and right select callbacks, up follows to the cause, down to an effect, F shows all."
          data-rows={rows.length}
          onKeyDown={acting.key}
          onPointerDown={acting.press}
          onPointerMove={acting.move}
          onWheel={acting.wheel}
        />
        {rows.length === 0 && (
          <p class="note nothing">{nothingText(all.length > 0 ? search : '', runs)}</p>
        )}
        <div style={{ height: `${rows.length * ROW_HEIGHT + AXIS_HEIGHT - size.height + 8}px` }} />
      </div>
      <p class="hint" role="status">
        {hint || 'A D move · W S zoom · ← → callbacks · ↑ cause · ↓ effect · F all · / search'}
      </p>
    </div>
  );
}

/** The size of an element, now and whenever it changes. */
function useSize(place: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 800, height: 300 });
  useEffect(() => {
    const element = place.current!;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Says why there are no rows. */
function nothingText(search: string, runs: readonly RunInfo[]): string {
  if (search !== '') return `No node and nothing of it has “${search}” in its name.`;
  if (runs.some(({ hasTrace }) => hasTrace)) return 'No callback ran.';
  return 'There is no trace of callbacks here. Messages, plots and 3D show what was recorded.';
}

/** With two runs, rows of the same name are next to each other. */
function visibleRows(
  rows: readonly TimelineRow[],
  runs: readonly RunInfo[],
  search: string,
): TimelineRow[] {
  const found = rows.filter(({ run, title, kind }) => {
    if (search === '' || title.includes(search)) return true;
    const { entities } = runs[run]!;
    return entities.some(
      ({ node, name }) => (kind === 'thread' || node === title) && name.includes(search),
    );
  });
  if (runs.length < 2) return found;
  const rank = ({ kind }: TimelineRow) => (kind === 'thread' ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b) || byName(a.title, b.title) || a.run - b.run);
}

function paint(canvas: HTMLCanvasElement, picture: TimelinePicture): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [picture.width * ratio, picture.height * ratio];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.width = `${picture.width}px`;
  canvas.style.height = `${picture.height}px`;
  // The software renderer takes ten times as long for such pictures.
  const context = canvas.getContext('2d', { willReadFrequently: drawsInSoftware() })!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const began = performance.now();
  drawTimeline(context, picture);
  canvas.dataset.drawn = (performance.now() - began).toFixed(1);
}

/** The colours of the theme, which the style sheet defines. */
function coloursOf(_theme: string): Colours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    paper: colour('paper'),
    ink: colour('ink'),
    faint: colour('faint'),
    line: colour('line'),
    accent: colour('accent'),
    alarm: colour('alarm'),
    warning: colour('warning'),
  };
}

function actionsOf(
  props: TimelineProps,
  picture: TimelinePicture,
  setHint: (text: string) => void,
) {
  const view = viewOf(props, picture);
  const found = (event: MouseEvent) => hit(picture, event.offsetX, event.offsetY);
  const press = (event: PointerEvent) => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    canvas.focus();
    const startX = event.offsetX;
    const drag = (moved: PointerEvent) => {
      if (Math.abs(startX - moved.offsetX) > 3) view.pull(startX - moved.offsetX);
    };
    const release = (up: PointerEvent) => {
      canvas.removeEventListener('pointermove', drag);
      if (Math.abs(up.offsetX - startX) > 3) return;
      props.onSelect(found(up)?.selection);
      if (up.offsetX > TITLE_WIDTH) props.onCursor(view.timeAt(up.offsetX));
    };
    canvas.setPointerCapture(event.pointerId);
    canvas.addEventListener('pointermove', drag);
    canvas.addEventListener('pointerup', release, { once: true });
  };
  const hover = (event: PointerEvent) => {
    if (event.buttons === 0) setHint(found(event)?.text ?? '');
  };
  const wheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      event.preventDefault();
      view.zoom(1.0015 ** event.deltaY, view.timeAt(event.offsetX));
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      view.move((event.deltaX + event.deltaY) / picture.width);
    }
  };
  return { key: keysOf(props, picture, view), press, move: hover, wheel };
}

/** Changes to the part of the run that is in view. */
function viewOf({ span, onSpan }: TimelineProps, picture: TimelinePicture) {
  const length = span.to - span.from;
  const perPixel = length / (picture.width - TITLE_WIDTH);
  const shift = (by: number) => onSpan({ from: span.from + by, to: span.to + by });
  return {
    timeAt: (x: number) => span.from + (x - TITLE_WIDTH) * perPixel,
    /** Moves by about this fraction of the view, in whole pixels, so that most pixels stay known. */
    move: (part: number) => shift(Math.round((part * length) / perPixel) * perPixel),
    /** Moves by this many pixels. */
    pull: (pixels: number) => shift(pixels * perPixel),
    zoom(factor: number, around: number) {
      const longest = longestSpan(endOf(picture));
      const next = Math.max(SHORTEST_SPAN, Math.min(longest, length * factor));
      const from = around - ((around - span.from) / length) * next;
      onSpan({ from, to: from + next });
    },
  };
}

function keysOf(
  props: TimelineProps,
  picture: TimelinePicture,
  { move, zoom }: ReturnType<typeof viewOf>,
) {
  const { span, cursor } = props;
  const middle =
    cursor !== undefined && cursor > span.from && cursor < span.to
      ? cursor
      : (span.from + span.to) / 2;
  const keys: Readonly<Record<string, () => void>> = {
    a: () => move(-0.2),
    d: () => move(0.2),
    w: () => zoom(0.6, middle),
    s: () => zoom(1 / 0.6, middle),
    f: () => props.onSpan(wholeSpan(endOf(picture))),
    Escape: () => props.onSelect(undefined),
  };
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = followed(picture, event.key);
    const action = step === undefined ? keys[event.key] : () => select(props, picture, step);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
}

/** Selects a callback and moves the view to it if necessary. */
function select(props: TimelineProps, { runs }: TimelinePicture, selection: Selection): void {
  const { span } = props;
  const time = runs[selection.run]!.columns.start[selection.number - 1]!;
  props.onSelect(selection);
  props.onCursor(time);
  if (time >= span.from && time <= span.to) return;
  const half = (span.to - span.from) / 2;
  props.onSpan({ from: time - half, to: time + half });
}

/** What is drawn at a position. */
function hit(picture: TimelinePicture, x: number, y: number) {
  const row = picture.rows[Math.floor((y - AXIS_HEIGHT + picture.scroll) / ROW_HEIGHT)];
  if (row === undefined || y < AXIS_HEIGHT) return undefined;
  if (x < TITLE_WIDTH) return { selection: undefined, text: row.title };
  const { columns, entities } = picture.runs[row.run]!;
  let found: { selection: Selection; text: string } | undefined;
  let distance = 4;
  const view = { from: picture.from, to: picture.to, width: picture.width - TITLE_WIDTH };
  row.track.marks(view, (left, width, at, count) => {
    const at0 = x - TITLE_WIDTH;
    const away = at0 < left ? left - at0 : Math.max(0, at0 - left - width);
    if (away >= distance) return;
    distance = away;
    const { node, kind, name } = entities[columns.entity[at]! - 1]!;
    const took = columns.duration[at]! > 0 ? `, took ${durationText(columns.duration[at]!)}` : '';
    const more = count > 1 ? ` and ${count - 1} more` : '';
    found = {
      selection: { run: row.run, number: at + 1 },
      text: `callback ${at + 1}: ${node} ${kind} ${name} at ${timeText(columns.start[at]!)}${took}${more}`,
    };
  });
  const event = row.events.find(({ time }) => {
    const place = ((time - picture.from) / (picture.to - picture.from)) * view.width;
    return Math.abs(place - (x - TITLE_WIDTH)) < 4;
  });
  if (event !== undefined && found === undefined) {
    return { selection: undefined, text: `${event.kind}: ${event.text} (${timeText(event.time)})` };
  }
  return found;
}
