import type { Entity } from '../graph/index.js';

/** The name of a path in streams and reports, e.g. `/scan: /lidar → /planner`. */
export function pathName(from: Entity, to: Entity): string {
  return `${from.name}: ${from.node.fullName} → ${to.node.fullName} ${to.kind}`;
}
