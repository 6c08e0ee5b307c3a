import { circle } from './angles.js';
import { Random } from './random.js';

/** Corner radius of a street, metres. */
const RADIUS = 14;

/** Points of a quarter turn. */
const QUARTER = circle(96);

type Point = readonly [number, number];

/**
 * A closed tour through streets that meet at right angles: a rectangle of blocks whose corners
 * are cut by a random smaller block. Metres, counter-clockwise, starting in the middle of the
 * first street; the last point is the first one. A function of the seed alone.
 */
export function streetTour(seed: number): { readonly x: number; readonly y: number }[] {
  const random = new Random(seed);
  const draw = (low: number, span: number) => low + Math.floor(span * random.next());
  const width = draw(240, 120);
  const height = draw(200, 100);
  // Per corner: how much is cut off in x and y. Some corners stay as they are.
  const cuts = [0, 1, 2, 3].map(() =>
    random.next() < 0.35 ? ([0, 0] as const) : ([draw(60, 30), draw(55, 30)] as const),
  );
  const corners: Point[] = [
    ...cutCorner([0, 0], [1, 1], cuts[0]!, false),
    ...cutCorner([width, 0], [-1, 1], cuts[1]!, true),
    ...cutCorner([width, height], [-1, -1], cuts[2]!, false),
    ...cutCorner([0, height], [1, -1], cuts[3]!, true),
  ];
  return roundCorners(corners);
}

/** One corner of the rectangle, or the three corners left when a block is cut off. */
function cutCorner(at: Point, inwards: Point, cut: Point, xFirst: boolean): Point[] {
  const [dx, dy] = [inwards[0] * cut[0], inwards[1] * cut[1]];
  if (dx === 0) return [at];
  const alongX: Point = [at[0] + dx, at[1]];
  const alongY: Point = [at[0], at[1] + dy];
  const inner: Point = [at[0] + dx, at[1] + dy];
  return xFirst ? [alongX, inner, alongY] : [alongY, inner, alongX];
}

/** Replaces every right-angled corner by a quarter circle. */
function roundCorners(corners: readonly Point[]): { x: number; y: number }[] {
  const n = corners.length;
  const points: { x: number; y: number }[] = [];
  const first = corners[0]!;
  const last = corners[n - 1]!;
  const start = { x: (first[0] + last[0]) / 2, y: (first[1] + last[1]) / 2 };
  points.push(start);
  for (const [i, corner] of corners.entries()) {
    const before = corners[(i + n - 1) % n]!;
    const after = corners[(i + 1) % n]!;
    const entry = [Math.sign(corner[0] - before[0]), Math.sign(corner[1] - before[1])] as const;
    const exit = [Math.sign(after[0] - corner[0]), Math.sign(after[1] - corner[1])] as const;
    const from = [corner[0] - RADIUS * entry[0], corner[1] - RADIUS * entry[1]] as const;
    for (let k = 0; k <= 24; k++) {
      const s = RADIUS * QUARTER.sin[k]!;
      const c = RADIUS * (1 - QUARTER.cos[k]!);
      points.push({
        x: from[0] + s * entry[0] + c * exit[0],
        y: from[1] + s * entry[1] + c * exit[1],
      });
    }
  }
  points.push(start);
  return points;
}
