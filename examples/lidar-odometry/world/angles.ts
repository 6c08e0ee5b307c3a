/**
 * Sine and cosine of |a| <= pi/4 by their series, with + - * / only: the same bits everywhere,
 * also in another language. Returns [sin, cos].
 */
export function sinCos(a: number): [number, number] {
  const q = a * a;
  let s = 0;
  let c = 0;
  for (let k = 13; k >= 1; k--) {
    s = ((1 - s) * q) / (2 * k * (2 * k + 1));
    c = ((1 - c) * q) / (2 * k * (2 * k - 1));
  }
  return [a * (1 - s), 1 - c];
}

/** Directions of n equal steps around the circle, from angle 0 counter-clockwise. */
export interface Circle {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

/** @param n - a multiple of 8: every angle is reduced to the first octant. */
export function circle(n: number): Circle {
  const cos = new Float64Array(n);
  const sin = new Float64Array(n);
  const quarter = n / 4;
  for (let j = 0; j < n; j++) {
    const quadrant = Math.floor(j / quarter);
    const rest = j - quadrant * quarter;
    const mirrored = rest > quarter / 2;
    const [a, b] = sinCos((6.283185307179586 * (mirrored ? quarter - rest : rest)) / n);
    const [s, c] = mirrored ? [b, a] : [a, b];
    cos[j] = [c, -s, -c, s][quadrant]!;
    sin[j] = [s, c, -s, -c][quadrant]!;
  }
  return { cos, sin };
}

/** Sine and cosine of half the angle whose sine and cosine are given; the cosine is not negative. */
export function halfAngle(sin: number, cos: number): [number, number] {
  // Of the two equal formulas the one that does not subtract nearly equal numbers.
  if (cos >= 0) {
    const c = Math.sqrt((1 + cos) / 2);
    return [sin / (2 * c), c];
  }
  const s = Math.sqrt((1 - cos) / 2) * (sin < 0 ? -1 : 1);
  return [s, sin / (2 * s)];
}
