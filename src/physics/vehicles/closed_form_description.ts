import type { JointDescription, ModelDescription } from '../description/description.js';
import { IDENTITY } from '../geometry/pose.js';

export const BASE = 'base_link';

/** A robot that is one link, and joints that move nothing visible. */
export function closedFormDescription(name: string, joints: readonly string[]): ModelDescription {
  return {
    name,
    isStatic: false,
    pose: IDENTITY,
    links: [
      {
        name: BASE,
        pose: IDENTITY,
        inertial: { mass: 1, pose: IDENTITY, tensor: [1, 1, 1, 0, 0, 0] },
        collisions: [],
        sensors: [],
      },
    ],
    joints: joints.map(
      (joint): JointDescription => ({
        name: joint,
        kind: 'revolute',
        parent: BASE,
        child: joint,
        pose: IDENTITY,
        axis: [0, 1, 0],
        lower: Number.NEGATIVE_INFINITY,
        upper: Number.POSITIVE_INFINITY,
        damping: 0,
      }),
    ),
    plugins: [],
  };
}
