import type { ColumnArrays } from './run_columns.js';

const BLOCK = 16;

/** Takes the marks of one track, from left to right. Positions in pixels. */
export type MarkSink = (
  left: number,
  width: number,
  /** The callback that is shown: of several, the longest. Its place in the columns. */
  row: number,
  /** How many callbacks the mark stands for. */
  count: number,
  /** Place of the first of them in the rows of the track. */
  place: number,
) => void;

/** What is shown of the run, and on how many pixels. */
export interface TrackView {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/**
 * The callbacks of one track in the order of their starts, with the longest of every 16, 256, …:
 * at any zoom, drawing costs at most one mark per pixel and a few steps for each.
 */
export class Track {
  /** Places in the columns. */
  readonly rows: Uint32Array;
  readonly #columns: ColumnArrays;
  /** By level: the longest callback of each block, as a place in `rows`, and how long it took. */
  readonly #longest: Uint32Array[] = [];
  readonly #durations: Float32Array[] = [];

  /** The view that was asked for last, and its marks: the five numbers of each. */
  #view: TrackView = { from: 0, to: 0, width: 0 };
  readonly #marks: number[] = [];

  constructor(columns: ColumnArrays, rows: Uint32Array) {
    this.#columns = columns;
    this.rows = rows;
    let below = rows.length;
    while (below > BLOCK) {
      const size = Math.ceil(below / BLOCK);
      const level = new Uint32Array(size);
      const under = this.#longest.at(-1);
      for (let block = 0; block < size; block++) {
        level[block] = this.#longestAmong(
          under,
          block * BLOCK,
          Math.min(below, (block + 1) * BLOCK),
        );
      }
      this.#longest.push(level);
      this.#durations.push(Float32Array.from(level, (place) => columns.duration[rows[place]!]!));
      below = size;
    }
  }

  /** Place in `rows` of the first callback that starts at that time or later. */
  firstFrom(time: number, low = 0): number {
    const { start } = this.#columns;
    let high = this.rows.length;
    let from = low;
    // Most steps are short.
    for (let step = 1; from + step < high; step *= 2) {
      if (start[this.rows[from + step]!]! >= time) {
        high = from + step;
        break;
      }
      from += step;
    }
    while (from < high) {
      const middle = (from + high) >>> 1;
      if (start[this.rows[middle]!]! < time) from = middle + 1;
      else high = middle;
    }
    return from;
  }

  /** Gives the marks of this track in the view, at most one per pixel; those of the same view as before are known. */
  marks(view: TrackView, sink: MarkSink): void {
    const { from, to, width } = this.#view;
    const marks = this.#marks;
    if (view.from !== from || view.to !== to || view.width !== width) {
      marks.length = 0;
      this.#find(view, (left, wide, row, count, place) => {
        marks.push(left, wide, row, count, place);
      });
      this.#view = { ...view };
    }
    for (let i = 0; i < marks.length; i += 5) {
      sink(marks[i]!, marks[i + 1]!, marks[i + 2]!, marks[i + 3]!, marks[i + 4]!);
    }
  }

  #find({ from, to, width }: TrackView, sink: MarkSink): void {
    const { start, duration } = this.#columns;
    const perPixel = (to - from) / width;
    let at = Math.max(0, this.firstFrom(from) - BLOCK);
    let free = 0;
    while (at < this.rows.length) {
      const left = (start[this.rows[at]!]! - from) / perPixel;
      if (left >= width) return;
      const pixel = Math.max(free, Math.floor(left));
      let next = this.firstFrom(from + (pixel + 1) * perPixel, at);
      if (next === at) next++;
      const row = this.rows[next === at + 1 ? at : this.longestOf(at, next)]!;
      const right = (start[row]! + duration[row]! - from) / perPixel;
      if (right >= 0 && pixel < width) {
        sink(pixel, Math.max(1, Math.min(width, right) - pixel), row, next - at, at);
        free = pixel + 1;
      }
      at = next;
    }
  }

  /** Of the callbacks from one place of `rows` to before another, the place of the longest. */
  longestOf(from: number, to: number): number {
    const { duration } = this.#columns;
    let best = from;
    let longest = -1;
    let low = from;
    let high = to;
    for (let level = -1; low < high; level++) {
      const places = this.#longest[level];
      // Of a block, how long it took stands in one piece of memory.
      const durations = this.#durations[level];
      const consider = (i: number) => {
        const took = durations === undefined ? duration[this.rows[i]!]! : durations[i]!;
        if (took <= longest) return;
        longest = took;
        best = places === undefined ? i : places[i]!;
      };
      const last = level + 1 >= this.#longest.length;
      while (low < high && (last || low % BLOCK !== 0)) consider(low++);
      while (low < high && high % BLOCK !== 0) consider(--high);
      low /= BLOCK;
      high /= BLOCK;
    }
    return best;
  }

  #longestAmong(level: Uint32Array | undefined, from: number, to: number): number {
    const { duration } = this.#columns;
    const place = (i: number) => (level === undefined ? i : level[i]!);
    let best = place(from);
    for (let i = from + 1; i < to; i++) {
      if (duration[this.rows[place(i)]!]! > duration[this.rows[best]!]!) best = place(i);
    }
    return best;
  }
}
