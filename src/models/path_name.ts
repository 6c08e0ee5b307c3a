import type { Entity } from '../graph/index.js';

/** How a path is called in streams and reports, e.g. `/scan: /lidar → /planner`. */
export function pathName(from: Entity, to: Entity): string {
  return `${from.name}: ${from.node.fullName} → ${to.node.fullName} ${to.kind}`;
}
