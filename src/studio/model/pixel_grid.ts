/** Pixels are counted from an origin, so that which callbacks share a pixel does not depend on earlier views. */
export interface PixelGrid {
  readonly origin: number;
  readonly perPixel: number;
  readonly width: number;
  /** The number of the view's first pixel. */
  readonly first: number;
  /**
   * Four numbers for each pixel with callbacks: the pixel, and the indices in `rows` of its first callback, of the
   * first callback after the pixel, and of its longest callback.
   */
  readonly buckets: readonly number[];
}

/** Index in `buckets` of the first number of the first pixel that is not before this one. */
export function placeIn({ buckets }: PixelGrid, pixel: number): number {
  let [low, high] = [0, buckets.length / 4];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (buckets[middle * 4]! < pixel) low = middle + 1;
    else high = middle;
  }
  return low * 4;
}
