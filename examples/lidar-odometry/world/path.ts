/** A pose in the plane: metres, and the heading as a unit vector (cos, sin). */
export interface PlanarPose {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

/** A line through the town, one point per metre, with its unit tangents. */
export interface CentreLine {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly tangentX: Float64Array;
  readonly tangentY: Float64Array;
}

/** Resamples a path by arc length, one point per metre; points that do not move are harmless. */
export function centreLine(
  path: readonly { readonly x: number; readonly y: number }[],
): CentreLine {
  const xs: number[] = [];
  const ys: number[] = [];
  let done = 0;
  for (let i = 0; i + 1 < path.length; i++) {
    const a = path[i]!;
    const b = path[i + 1]!;
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) continue;
    while (xs.length <= done + length) {
      const t = (xs.length - done) / length;
      xs.push(a.x + t * dx);
      ys.push(a.y + t * dy);
    }
    done += length;
  }
  const n = xs.length;
  const tangentX = new Float64Array(n);
  const tangentY = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    const from = Math.max(j - 2, 0);
    const to = Math.min(j + 2, n - 1);
    const dx = xs[to]! - xs[from]!;
    const dy = ys[to]! - ys[from]!;
    const length = Math.sqrt(dx * dx + dy * dy) || 1;
    tangentX[j] = dx / length;
    tangentY[j] = dy / length;
  }
  return { x: Float64Array.from(xs), y: Float64Array.from(ys), tangentX, tangentY };
}
