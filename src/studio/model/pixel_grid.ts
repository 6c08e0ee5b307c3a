/** Pixels are counted from an origin, so which callbacks share a pixel does not depend on how the view got there. */
export interface PixelGrid {
  readonly origin: number;
  readonly perPixel: number;
  readonly width: number;
  /** The number of the view's first pixel. */
  readonly first: number;
  /**
   * Four numbers for each pixel with callbacks: its own, the places in `rows` of its first callback, of the first after it
   * and of the longest.
   */
  readonly buckets: readonly number[];
}

/** Where the pixels from this one on stand. */
export function placeIn({ buckets }: PixelGrid, pixel: number): number {
  let [low, high] = [0, buckets.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (buckets[middle * 4]! < pixel) low = middle + 1;
    else high = middle;
  }
  return low * 4;
}
