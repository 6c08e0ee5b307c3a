import { type PixelGrid, placeIn } from './pixel_grid.js';
import type { ColumnArrays } from './run_columns.js';

const BLOCK = 16;
/**
 * A pixel with more callbacks than this ends at the end of a block; less than a tenth of them may belong to the next
 * pixel.
 */
const DENSE = 10 * BLOCK;

/** Receives the marks of one track from left to right. Positions are in pixels. */
export type MarkSink = (
  left: number,
  width: number,
  /** The callback to show, the longest if there are several, as an index in the columns. */
  row: number,
  /** The number of callbacks that the mark stands for. */
  count: number,
  /** Index of the first of them in the rows of the track. */
  place: number,
) => void;

/** Zooms whose relative difference is smaller count as equal, and so do positions within this fraction of a pixel. */
const SAME_ZOOM = 1e-6;
const SAME_PIXEL = 0.01;

/** The part of the run that is shown, and its width in pixels. */
export interface TrackView {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/**
 * The callbacks of one track in the order of their starts, with the longest of every 16, 256 and so on. At any zoom,
 * drawing takes at most one mark per pixel and a few steps for each mark.
 */
export class Track {
  /** Indices in the columns. */
  readonly rows: Uint32Array;
  readonly #columns: ColumnArrays;
  /** Start of each block of 16, in contiguous memory. */
  readonly #blockStarts: Float64Array;
  /** For each level, the longest callback of each block as an index in `rows`; `#durations` has its duration. */
  readonly #longest: Uint32Array[] = [];
  readonly #durations: Float32Array[] = [];

  /** The last view and its marks, five numbers for each. */
  #view: TrackView = { from: 0, to: 0, width: 0 };
  readonly #marks: number[] = [];
  #grid: PixelGrid = { origin: 0, perPixel: 0, width: 0, first: 0, buckets: [] };

  constructor(columns: ColumnArrays, rows: Uint32Array) {
    this.#columns = columns;
    this.rows = rows;
    this.#blockStarts = Float64Array.from(
      { length: Math.ceil(rows.length / BLOCK) },
      (_, block) => columns.start[rows[block * BLOCK]!]!,
    );
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

  /** Index in `rows` of the first callback that starts at this time or later. */
  firstFrom(time: number, low = 0): number {
    const { start } = this.#columns;
    let high = this.rows.length;
    let from = low;
    // Usually the result is close.
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

  /** Index in `rows` of a callback of this track. */
  placeOf(row: number): number {
    let place = this.firstFrom(this.#columns.start[row]!);
    // Several callbacks may start at the same time.
    while (place < this.rows.length && this.rows[place] !== row) place++;
    return place;
  }

  /** Index of the first block that starts at this time or later, after the block of `low`. */
  #firstBlockFrom(time: number, low: number): number {
    const starts = this.#blockStarts;
    let from = Math.floor(low / BLOCK) + 1;
    let high = starts.length;
    for (let step = 1; from + step < high; step *= 2) {
      if (starts[from + step]! >= time) {
        high = from + step;
        break;
      }
      from += step;
    }
    while (from < high) {
      const middle = (from + high) >>> 1;
      if (starts[middle]! < time) from = middle + 1;
      else high = middle;
    }
    return Math.min(this.rows.length, from * BLOCK);
  }

  /** Passes the marks of this track in the view to `sink`, at most one per pixel. Those of an unchanged view are cached. */
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

  #find(view: TrackView, sink: MarkSink): void {
    const { from, to, width } = view;
    const perPixel = (to - from) / width;
    const grid = this.#gridOf(view);
    const { buckets, first } = grid;
    const start = this.firstFrom(from);
    let before = this.#goingOn(start, from);
    const give = (pixel: number, shown: number, count: number, place: number) => {
      const right = Math.min(width, (this.#endOf(shown) - from) / perPixel);
      sink(pixel, Math.max(1, right - pixel), this.rows[shown]!, count, place);
    };
    for (let i = 0; i < buckets.length; i += 4) {
      const pixel = buckets[i]! - first;
      const next = buckets[i + 2]!;
      if (pixel > 0) {
        if (before !== undefined) give(0, before, 1, before);
        give(pixel, buckets[i + 3]!, next - buckets[i + 1]!, buckets[i + 1]!);
      } else {
        // The first pixel begins exactly where the view begins; a callback that was still running then shares that
        // pixel.
        const place = this.longestOf(start, next);
        const isLonger = before !== undefined && this.#endOf(before) > this.#endOf(place);
        const count = next - start + (before === undefined ? 0 : 1);
        give(0, isLonger ? before! : place, count, start);
      }
      before = undefined;
    }
    if (before !== undefined) give(0, before, 1, before);
  }

  /** Which callbacks share each pixel of the view. After a move by whole pixels, most pixels are known already. */
  #gridOf({ from, to, width }: TrackView): PixelGrid {
    const perPixel = (to - from) / width;
    const last = this.#grid;
    const moved = (from - last.origin) / last.perPixel;
    const first = Math.round(moved);
    const isAlike = Math.abs(perPixel - last.perPixel) <= SAME_ZOOM * last.perPixel;
    if (!isAlike || width !== last.width || !(Math.abs(moved - first) < SAME_PIXEL)) {
      const fresh = { origin: from, perPixel, width, first: 0, buckets: [] };
      this.#grid = { ...fresh, buckets: this.#bucketsIn(fresh, 0, width) };
      return this.#grid;
    }
    const [low, high] = [Math.max(first, last.first), Math.min(first, last.first) + width];
    const kept = low >= high ? [] : last.buckets.slice(placeIn(last, low), placeIn(last, high));
    const [left, right] = low >= high ? [first + width, first + width] : [low, high];
    this.#grid = {
      ...last,
      first,
      buckets: [
        ...this.#bucketsIn(last, first, Math.min(left, first + width)),
        ...kept,
        ...this.#bucketsIn(last, right, first + width),
      ],
    };
    return this.#grid;
  }

  /** The buckets of nonempty pixels in a range; see {@link PixelGrid}. */
  #bucketsIn({ origin, perPixel }: PixelGrid, from: number, to: number): number[] {
    const { start } = this.#columns;
    const buckets: number[] = [];
    if (from >= to) return buckets;
    const timeOf = (pixel: number) => origin + pixel * perPixel;
    let at = this.#boundary(timeOf(from), perPixel, 0);
    for (let pixel = from; at < this.rows.length; pixel++) {
      const own = Math.floor((start[this.rows[at]!]! - origin) / perPixel);
      if (own > pixel) pixel = own;
      if (pixel >= to) break;
      const next = Math.max(at + 1, this.#boundary(timeOf(pixel + 1), perPixel, at));
      buckets.push(pixel, at, next, next === at + 1 ? at : this.longestOf(at, next));
      at = next;
    }
    return buckets;
  }

  /**
   * Index of the first callback from this time on. If many callbacks share a pixel, it is that of the first whole
   * block, whose longest callback is known.
   */
  #boundary(time: number, perPixel: number, low: number): number {
    const { rows } = this;
    const { start } = this.#columns;
    if (rows.length === 0 || start[rows[0]!]! >= time) return 0;
    // If few callbacks are in between, this searches them; otherwise it searches the blocks, whose starts are
    // contiguous.
    const isNear = low + DENSE >= rows.length || start[rows[low + DENSE]!]! >= time;
    const exact = isNear ? this.firstFrom(time, low) : undefined;
    const block =
      exact === undefined ? this.#firstBlockFrom(time, low) : Math.ceil(exact / BLOCK) * BLOCK;
    const isDense = block + DENSE < rows.length && start[rows[block + DENSE]!]! < time + perPixel;
    if (isDense) return block;
    return exact ?? this.firstFrom(time, Math.max(low, Math.floor((block - 1) / BLOCK) * BLOCK));
  }

  #endOf(place: number): number {
    const row = this.rows[place]!;
    return this.#columns.start[row]! + this.#columns.duration[row]!;
  }

  /** Index of the callback that ends last among those just before the view, if it ends within the view. */
  #goingOn(first: number, from: number): number | undefined {
    let last: number | undefined;
    for (let place = Math.max(0, first - BLOCK); place < first; place++) {
      if (last === undefined || this.#endOf(place) > this.#endOf(last)) last = place;
    }
    return last !== undefined && this.#endOf(last) > from ? last : undefined;
  }

  /** Index of the longest callback in a range of `rows`. */
  longestOf(from: number, to: number): number {
    const { duration } = this.#columns;
    let best = from;
    let longest = -1;
    let low = from;
    let high = to;
    for (let level = -1; low < high; level++) {
      const places = this.#longest[level];
      // The durations of blocks are contiguous in memory.
      const durations = this.#durations[level];
      const isLast = level + 1 >= this.#longest.length;
      // Searches the blocks before the first whole block of the next level, then those after the last one.
      const [left, right] = isLast
        ? [high, high]
        : [Math.min(high, Math.ceil(low / BLOCK) * BLOCK), Math.floor(high / BLOCK) * BLOCK];
      for (let i = low; i < high; i++) {
        if (i === left && right > left) i = right;
        if (i >= high) break;
        const took = durations === undefined ? duration[this.rows[i]!]! : durations[i]!;
        if (took <= longest) continue;
        longest = took;
        best = places === undefined ? i : places[i]!;
      }
      if (isLast || right <= left) break;
      low = left / BLOCK;
      high = right / BLOCK;
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
