import { Random } from './random.js';

/** Lattice points per side; the relief repeats after this many cells. A power of two. */
const SIZE = 256;

/** Edge of a cell, metres. */
const CELL = 1.5;

/**
 * Bumps and hollows of the ground: random heights on a lattice, smoothly interpolated.
 *
 * They matter more than they look. On a perfect plane a LiDAR draws the same rings wherever it
 * stands, and these rings tell every scan matcher that it has not moved; a few centimetres of
 * height move them by as much as real streets do.
 */
export class Relief {
  readonly #heights: Float64Array;

  /**
   * @param amplitude - greatest height above or below the mean, metres
   */
  constructor(seed: number, amplitude: number) {
    const random = new Random(seed);
    this.#heights = Float64Array.from(
      { length: SIZE * SIZE },
      () => amplitude * (2 * random.next() - 1),
    );
  }

  /** Height of the ground at a place of the town, metres. */
  heightAt(x: number, y: number): number {
    const u = x / CELL;
    const v = y / CELL;
    const column = Math.floor(u);
    const row = Math.floor(v);
    const a = smooth(u - column);
    const b = smooth(v - row);
    const left = column & (SIZE - 1);
    const right = (column + 1) & (SIZE - 1);
    const low = SIZE * (row & (SIZE - 1));
    const high = SIZE * ((row + 1) & (SIZE - 1));
    const h = this.#heights;
    const below = h[low + left]! + a * (h[low + right]! - h[low + left]!);
    const above = h[high + left]! + a * (h[high + right]! - h[high + left]!);
    return below + b * (above - below);
  }
}

function smooth(s: number): number {
  return s * s * (3 - 2 * s);
}
