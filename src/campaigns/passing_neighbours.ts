/** Passing runs that a failed one is compared with. */
const MOST_NEIGHBOURS = 5;
/** How many seeds or points are considered in each direction. */
const REACH = 1000;

/**
 * The passing rows most similar to a failed one: those of the same point with the nearest seeds or, if there are
 * none, those of the same seed at the nearest points.
 *
 * @param points - number of points: rows go through all of them with each seed
 */
export function passingNeighbours(
  row: number,
  passing: ReadonlySet<number>,
  points: number,
): number[] {
  const ofPoint = nearest(row, points, passing, () => true);
  if (ofPoint.length > 0) return ofPoint;
  const seed = Math.floor(row / points);
  return nearest(row, 1, passing, (other) => Math.floor(other / points) === seed);
}

function nearest(
  row: number,
  step: number,
  passing: ReadonlySet<number>,
  isIn: (row: number) => boolean,
): number[] {
  const found: number[] = [];
  for (let i = 1; i <= REACH && found.length < MOST_NEIGHBOURS; i++) {
    for (const other of [row - i * step, row + i * step]) {
      if (passing.has(other) && isIn(other)) found.push(other);
    }
  }
  return found.slice(0, MOST_NEIGHBOURS);
}
