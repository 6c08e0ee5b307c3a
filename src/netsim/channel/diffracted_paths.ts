import { pinnedMath } from '../../math/index.js';
import type { Point } from '../../models/index.js';
import type { RayObstacle } from './ray_obstacle.js';
import type { RayPath } from './ray_tracer.js';
import { between, distance } from './vector.js';

/** Loss in dB at a knife edge (ITU-R P.526-15, equation 31). */
export function knifeEdgeLoss(v: number): number {
  if (v <= -0.78) return 0;
  const shifted = v - 0.1;
  return 6.9 + 20 * pinnedMath.log10(Math.sqrt(shifted * shifted + 1) + shifted);
}

/** An edge beside the direct path, and how far it obstructs it. */
interface Edge {
  readonly at: Point;
  /** P.526, equation 26. */
  readonly v: number;
}

/**
 * The paths over the obstacles that block the direct one and around them on both sides, each diffracted at
 * the edge of its side that obstructs most (single knife edge, ITU-R P.526-15, 4.1).
 */
export function diffractedPaths(
  from: Point,
  to: Point,
  blocking: readonly RayObstacle[],
  wavelength: number,
): RayPath[] {
  const edges = blocking.flatMap((obstacle) => edgesOf(from, to, obstacle, wavelength));
  const worst = new Map<string, Edge>();
  for (const { side, edge } of edges) {
    const known = worst.get(side);
    if (known === undefined || edge.v > known.v) worst.set(side, edge);
  }
  return [...worst.values()].map(({ at, v }) => ({
    points: [from, at, to],
    length: distance(from, at) + distance(at, to),
    factor: pinnedMath.pow(10, -knifeEdgeLoss(v) / 20),
  }));
}

function edgesOf(
  from: Point,
  to: Point,
  obstacle: RayObstacle,
  wavelength: number,
): { readonly side: string; readonly edge: Edge }[] {
  const ends = obstacle.crossing(from, to) ?? [];
  const over = ends.map((share) => {
    const [x, y] = between(from, to, share);
    return { side: 'over', edge: edge(from, to, [x, y, obstacle.top], share, wavelength) };
  });
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const ground = dx * dx + dy * dy;
  if (ground === 0) return over;
  const corners = obstacle.corners.map(([x, y]) => {
    const across = dx * (y - from[1]) - dy * (x - from[0]);
    const share = (dx * (x - from[0]) + dy * (y - from[1])) / ground;
    const inside = Math.min(1 - 1e-6, Math.max(1e-6, share));
    const z = between(from, to, inside)[2];
    const side = across > 0 ? 'left' : 'right';
    return { side, edge: edge(from, to, [x, y, z], inside, wavelength) };
  });
  return [...over, ...corners];
}

function edge(from: Point, to: Point, at: Point, share: number, wavelength: number): Edge {
  const clearance = distance(at, between(from, to, share));
  const length = distance(from, to);
  const [near, far] = [length * share, length * (1 - share)];
  return { at, v: clearance * Math.sqrt((2 * (near + far)) / (wavelength * near * far)) };
}
