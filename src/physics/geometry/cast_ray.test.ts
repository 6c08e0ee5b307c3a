import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { castRay } from './cast_ray.js';
import { fromRollPitchYaw, rotate } from './pose.js';
import type { Mesh } from './shape.js';
import { distanceTo, solidOf, solidsBetween } from './solid.js';
import { add, lengthOf, scale, subtract, unit, type Vector } from './vector.js';

const coordinate = fc.double({ min: -5, max: 5, noNaN: true });
const place = fc.tuple(coordinate, coordinate, coordinate);
const length = fc.double({ min: 0.1, max: 3, noNaN: true });
const direction = place.filter((each) => lengthOf(each) > 0.1).map((each): Vector => unit(each));

/** A box as twelve triangles. */
function boxMesh([x, y, z]: Vector): Mesh {
  const corners = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
      i & 1 ? x / 2 : -x / 2,
      i & 2 ? y / 2 : -y / 2,
      i & 4 ? z / 2 : -z / 2,
    ]),
  );
  const quads = [
    [0, 1, 3, 2],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 3, 7, 5],
  ];
  const triangles = quads.flatMap(([a, b, c, d]) => [a!, b!, c!, a!, c!, d!]);
  return { corners, triangles: Uint32Array.from(triangles) };
}

describe('castRay', () => {
  it('meets a box where its triangles are', () => {
    fc.assert(
      fc.property(place, direction, fc.tuple(length, length, length), (origin, way, size) => {
        const box = castRay({ kind: 'box', size }, origin, way);
        const mesh = castRay({ kind: 'mesh', mesh: boxMesh(size) }, origin, way);
        if (box.enter > 0 && Number.isFinite(box.enter) && box.leave - box.enter > 1e-6) {
          expect(mesh.enter).toBeCloseTo(box.enter, 9);
          expect(mesh.leave).toBeCloseTo(box.leave, 9);
        }
      }),
    );
  });

  it('meets spheres and cylinders on their surface', () => {
    fc.assert(
      fc.property(place, direction, length, length, (origin, way, radius, height) => {
        const ball = castRay({ kind: 'sphere', radius }, origin, way);
        if (Number.isFinite(ball.enter)) {
          expect(lengthOf(add(origin, scale(way, ball.enter)))).toBeCloseTo(radius, 9);
        }
        const tin = castRay({ kind: 'cylinder', radius, length: height }, origin, way);
        if (!Number.isFinite(tin.enter)) return;
        const [x, y, z] = add(origin, scale(way, tin.enter));
        const onSide = Math.abs(Math.hypot(x, y) - radius) < 1e-6;
        const onEnd = Math.abs(Math.abs(z) - height / 2) < 1e-6;
        expect(onSide || onEnd).toBe(true);
      }),
    );
  });

  it('meets a plane from above only', () => {
    const plane = { kind: 'plane', normal: [0, 0, 1] } as const;
    expect(castRay(plane, [0, 0, 2], [0, 0, -1]).enter).toBe(2);
    expect(castRay(plane, [0, 0, 2], [1, 0, 0]).enter).toBe(Number.POSITIVE_INFINITY);
    expect(castRay(plane, [0, 0, -1], [0, 0, 1]).leave).toBe(1);
  });
});

describe('distanceTo', () => {
  it('is the nearest of all solids, however they are turned', () => {
    const solid = fc.tuple(place, place, fc.tuple(length, length, length));
    fc.assert(
      fc.property(fc.array(solid, { maxLength: 8 }), place, direction, (given, origin, way) => {
        const solids = given.map(([at, angles, size]) =>
          solidOf({ kind: 'box', size }, {}, { at, turned: fromRollPitchYaw(angles) }),
        );
        const each = solids.map((one) => distanceTo([one], origin, way));
        expect(distanceTo(solids, origin, way)).toBe(Math.min(...each, Number.POSITIVE_INFINITY));
        for (const [index, { pose, shape }] of solids.entries()) {
          const found = each[index]!;
          if (!Number.isFinite(found) || shape.kind !== 'box') continue;
          // The point is on a face of the box.
          const [w, x, y, z] = pose.turned;
          const inside = rotate([w, -x, -y, -z], subtract(add(origin, scale(way, found)), pose.at));
          const off = inside.map((value, axis) =>
            Math.abs(Math.abs(value) - shape.size[axis]! / 2),
          );
          expect(Math.min(...off)).toBeLessThan(1e-9);
        }
      }),
    );
  });

  it('counts what stands between two places', () => {
    const wall = (x: number) =>
      solidOf({ kind: 'box', size: [0.1, 4, 4] }, {}, { at: [x, 0, 0], turned: [1, 0, 0, 0] });
    const walls = [wall(1), wall(2), wall(5)];
    expect(solidsBetween(walls, [0, 0, 0], [3, 0, 0])).toBe(2);
    expect(solidsBetween(walls, [0, 3, 0], [3, 3, 0])).toBe(0);
  });
});
