// Rays in the world of the section `physics`: boxes, meshes and round shapes, rotated and moved.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxObstacle, standingObstacle } from '../src/netsim/channel/ray_obstacle.js';
import { RayTracer } from '../src/netsim/channel/ray_tracer.js';
import { type Pose, planarPose, rotate } from '../src/physics/geometry/pose.js';
import type { Mesh, Shape } from '../src/physics/geometry/shape.js';
import { solidOf } from '../src/physics/geometry/solid.js';
import { StandingThing } from '../src/physics/geometry/standing_thing.js';
import type { Vector } from '../src/physics/geometry/vector.js';

const SETTINGS = { ground: true, order: 2, permittivity: 5.31, penetrationLoss: 14.7 };
const FREQUENCY = 2.437e9;
const HOUSE: Shape = { kind: 'box', size: [10, 8, 6] };

const thing = (shape: Shape, pose: Pose) => new StandingThing(solidOf(shape, {}, pose));

function tracer(things: readonly StandingThing[], ground = true): RayTracer {
  const obstacles = things.map(standingObstacle);
  return new RayTracer({ ...SETTINGS, ground, frequency: FREQUENCY, obstacles });
}

/** A box of this size around the origin, as a mesh exporter writes it: two triangles per side. */
function boxAsMesh([x, y, z]: Vector): Mesh {
  const corners: number[] = [];
  const triangles: number[] = [];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const first = corners.length / 3;
      for (const [a, b] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const corner = [0, 0, 0];
        corner[axis] = side;
        corner[u] = a * side;
        corner[v] = b;
        corners.push((corner[0]! * x) / 2, (corner[1]! * y) / 2, (corner[2]! * z) / 2);
      }
      triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
    }
  }
  return { corners: Float64Array.from(corners), triangles: Uint32Array.from(triangles) };
}

const coordinate = fc.double({ min: -40, max: 40, noNaN: true });
const place = fc
  .tuple(coordinate, coordinate, fc.double({ min: 0.1, max: 20, noNaN: true }))
  .filter(([x, y, z]) => Math.abs(x) > 8 || Math.abs(y) > 8 || z > 7);

/** Equal up to rounding, which phases over many wavelengths amplify. */
function expectEqual(one: number, other: number): void {
  expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-12 + 1e-6 * Math.max(one, other));
}

describe('rays in a world', () => {
  it('hit a box of the world, a mesh of it, and an obstacle in the same way', () => {
    const pose = planarPose(0, 0, 0);
    const lifted: Pose = { ...pose, at: [0, 0, 3] };
    const obstacle = boxObstacle({ min: [-5, -4, 0], max: [5, 4, 6] });
    const known = new RayTracer({ ...SETTINGS, frequency: FREQUENCY, obstacles: [obstacle] });
    const box = tracer([thing(HOUSE, lifted)]);
    const mesh = tracer([thing({ kind: 'mesh', mesh: boxAsMesh([10, 8, 6]) }, lifted)]);
    fc.assert(
      fc.property(place, place, (a, b) => {
        const gain = known.gain(a, b);
        expectEqual(box.gain(a, b), gain);
        expectEqual(mesh.gain(a, b), gain);
      }),
    );
  });

  it('do not depend on the rotation of the world', () => {
    const second: Shape = { kind: 'mesh', mesh: boxAsMesh([4, 3, 12]) };
    const at = (yaw: number, [x, y, z]: Vector): Pose => {
      const { turned } = planarPose(0, 0, yaw);
      return { at: rotate(turned, [x, y, z]), turned };
    };
    const world = (yaw: number) =>
      tracer([thing(HOUSE, at(yaw, [0, 0, 3])), thing(second, at(yaw, [15, 12, 6]))]);
    const straight = world(0);
    fc.assert(
      fc.property(place, place, fc.double({ min: -3, max: 3, noNaN: true }), (a, b, yaw) => {
        const { turned } = planarPose(0, 0, yaw);
        const paths = straight.paths(a, b);
        const found = world(yaw).paths(rotate(turned, a), rotate(turned, b));
        expect(found).toHaveLength(paths.length);
        const lengths = (all: typeof paths) =>
          all.map(({ length }) => length).sort((x, y) => x - y);
        lengths(found).forEach((length, i) => {
          expect(length).toBeCloseTo(lengths(paths)[i]!, 6);
        });
      }),
    );
  });

  it('are reflected by a plane of the world as by the ground, and diffracted around round shapes', () => {
    const [a, b]: [Vector, Vector] = [
      [-20, 0, 1],
      [20, 0, 2],
    ];
    const plane = thing({ kind: 'plane', normal: [0, 0, 1] }, planarPose(0, 0, 0));
    expectEqual(tracer([plane], false).gain(a, b), tracer([]).gain(a, b));
    const tank: Pose = { ...planarPose(0, 0, 0), at: [0, 0, 2] };
    const round: Shape[] = [
      { kind: 'cylinder', radius: 3, length: 4 },
      { kind: 'sphere', radius: 3 },
    ];
    for (const shape of round) {
      const paths = tracer([thing(shape, tank)], false).paths(a, b);
      // Through it, over it, and around it on both sides.
      expect(paths).toHaveLength(4);
      expect(paths.slice(1).every(({ length }) => length > 40)).toBe(true);
    }
  });
});
