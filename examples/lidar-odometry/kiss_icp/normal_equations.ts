/** Pivots up to the smallest normal number count as zero, as in the reference solver. */
const SMALLEST_NORMAL = 2.2250738585072014e-308;

/**
 * Solves the symmetric 6x6 system H x = g by L D L^T with diagonal pivoting; components that
 * belong to a zero pivot become 0, so the zero matrix gives x = 0.
 *
 * @param h - 36 numbers, row by row; the lower triangle is read and overwritten
 * @param x - on entry g, on return the solution
 */
export function solve6(h: Float64Array, x: Float64Array): void {
  const n = 6;
  const swaps = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) {
      if (Math.abs(h[7 * i]!) > Math.abs(h[7 * pivot]!)) pivot = i;
    }
    swaps[k] = pivot;
    if (pivot !== k) swapSymmetric(h, k, pivot);
    // Left-looking: column k is brought up to date only now.
    for (let i = k; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < k; j++) sum += h[6 * i + j]! * h[7 * j]! * h[6 * k + j]!;
      h[6 * i + k] = h[6 * i + k]! - sum;
    }
    const d = h[7 * k]!;
    if (Math.abs(d) > 0) {
      for (let i = k + 1; i < n; i++) h[6 * i + k] = h[6 * i + k]! / d;
    }
  }
  for (let k = 0; k < n; k++) swapEntries(x, k, swaps[k]!);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) x[i] = x[i]! - h[6 * i + j]! * x[j]!;
  }
  for (let i = 0; i < n; i++) {
    const d = h[7 * i]!;
    x[i] = Math.abs(d) > SMALLEST_NORMAL ? x[i]! / d : 0;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let j = i + 1; j < n; j++) x[i] = x[i]! - h[6 * j + i]! * x[j]!;
  }
  for (let k = n - 1; k >= 0; k--) swapEntries(x, k, swaps[k]!);
}

function swapEntries(x: Float64Array, i: number, j: number): void {
  const t = x[i]!;
  x[i] = x[j]!;
  x[j] = t;
}

/** Exchanges rows and columns k < p of the symmetric matrix whose lower triangle is stored. */
function swapSymmetric(h: Float64Array, k: number, p: number): void {
  for (let j = 0; j < k; j++) swapEntries(h, 6 * k + j, 6 * p + j);
  for (let i = p + 1; i < 6; i++) swapEntries(h, 6 * i + k, 6 * i + p);
  for (let i = k + 1; i < p; i++) swapEntries(h, 6 * i + k, 6 * p + i);
  swapEntries(h, 7 * k, 7 * p);
}
