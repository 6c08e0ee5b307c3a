import type {
  Collision,
  JointDescription,
  LinkDescription,
  ModelDescription,
} from '../description/description.js';
import { compose, relativeTo, rotate } from '../geometry/pose.js';
import { cross, lengthOf, subtract } from '../geometry/vector.js';

/** Links that are fixed to each other: one body. */
export interface FixedGroup {
  readonly links: readonly LinkDescription[];
  /** Whether they are fixed to the world. */
  readonly isFixed: boolean;
}

const WORLD = 'world';

/**
 * Whether a joint holds a ball that only rolls, as under a caster. Such a ball acts like one that slides without
 * friction, so it needs no body of its own.
 */
export function isCaster(joint: JointDescription, { links, joints }: ModelDescription): boolean {
  const child = links.find(({ name }) => name === joint.child);
  if (joint.kind !== 'ball' || child === undefined) return false;
  if (joints.some(({ parent }) => parent === joint.child)) return false;
  return child.collisions.every(({ shape, pose }) => {
    const { at } = relativeTo(joint.pose, compose(child.pose, pose));
    return shape.kind === 'sphere' && lengthOf(at) < shape.radius / 100;
  });
}

/** Whether a collision is a wheel: a cylinder that turns about its own axis. */
export function isWheel(link: LinkDescription, collision: Collision, model: ModelDescription) {
  if (collision.shape.kind !== 'cylinder') return false;
  const pose = compose(link.pose, collision.pose);
  const along = rotate(pose.turned, [0, 0, 1]);
  return model.joints.some(({ kind, child, axis, pose: { at } }) => {
    if (kind !== 'revolute' || child !== link.name) return false;
    const isParallel = lengthOf(cross(along, axis)) < 1e-2;
    return isParallel && lengthOf(cross(subtract(pose.at, at), axis)) < 1e-4;
  });
}

/** The links of a model in groups that fixed joints hold together, in the order of the file. */
export function fixedGroups(model: ModelDescription): FixedGroup[] {
  const { links, joints } = model;
  const leader = new Map<string, string>();
  const find = (name: string): string => {
    let found = name;
    for (let next = leader.get(found); next !== undefined; next = leader.get(found)) found = next;
    return found;
  };
  for (const joint of joints) {
    const [a, b] = [find(joint.parent), find(joint.child)];
    if ((joint.kind === 'fixed' || isCaster(joint, model)) && a !== b) leader.set(b, a);
  }
  const groups = new Map<string, LinkDescription[]>();
  for (const link of links) {
    const name = find(link.name);
    groups.set(name, [...(groups.get(name) ?? []), link]);
  }
  return [...groups].map(([name, members]) => ({ links: members, isFixed: name === find(WORLD) }));
}
