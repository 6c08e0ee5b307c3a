import type { ColliderDesc } from '@dimforge/rapier3d-deterministic-compat';
import { OrreryError } from '../../errors/index.js';
import { rapier } from '../../packages/index.js';
import { compose, fromRollPitchYaw, type Pose } from '../geometry/pose.js';
import type { Shape } from '../geometry/shape.js';
import { cross, dot, lengthOf, type Vector } from '../geometry/vector.js';

/** Half the width of a plane: f32 is exact enough over it. */
const PLANE = 100;
/** A cylinder of Rapier stands along y, one of SDF along z. */
const UPRIGHT_CYLINDER: Pose = { at: [0, 0, 0], turned: fromRollPitchYaw([Math.PI / 2, 0, 0]) };

/**
 * The collider for a shape, and its pose in the frame of the shape if it is not at the origin.
 *
 * @param isFixed - whether it never moves, so that a mesh need not be convex
 */
export function colliderOf(shape: Shape, isFixed: boolean): [ColliderDesc, Pose?] {
  const { ColliderDesc } = rapier();
  switch (shape.kind) {
    case 'box': {
      const [x, y, z] = shape.size;
      return [ColliderDesc.cuboid(x / 2, y / 2, z / 2)];
    }
    case 'sphere':
      return [ColliderDesc.ball(shape.radius)];
    case 'cylinder':
      return [ColliderDesc.cylinder(shape.length / 2, shape.radius), UPRIGHT_CYLINDER];
    case 'plane': {
      const turned = turnFromZ(shape.normal);
      const below = compose(
        { at: [0, 0, 0], turned },
        { at: [0, 0, -PLANE], turned: [1, 0, 0, 0] },
      );
      return [ColliderDesc.cuboid(PLANE, PLANE, PLANE), below];
    }
    case 'mesh': {
      const corners = Float32Array.from(shape.mesh.corners);
      if (isFixed) return [ColliderDesc.trimesh(corners, shape.mesh.triangles)];
      const hull = ColliderDesc.convexHull(corners);
      if (hull !== null) return [hull];
      throw new OrreryError(
        'ORR_PHYSICS_FILE',
        'A mesh that moves has no volume; use another shape for its collision.',
      );
    }
  }
}

/** The shortest rotation that turns z to a direction. */
function turnFromZ(normal: Vector): Pose['turned'] {
  const z: Vector = [0, 0, 1];
  const axis = cross(z, normal);
  if (lengthOf(axis) < 1e-12) return dot(z, normal) > 0 ? [1, 0, 0, 0] : [0, 1, 0, 0];
  const w = 1 + dot(z, normal);
  const length = Math.hypot(w, ...axis);
  return [w / length, axis[0] / length, axis[1] / length, axis[2] / length];
}
