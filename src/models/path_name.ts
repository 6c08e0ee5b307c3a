import type { PathEnd } from './path_end.js';

/** The name of a path in streams and reports, e.g. `/scan: /lidar → /planner`. */
export function pathName(from: PathEnd, to: PathEnd): string {
  return `${from.name}: ${from.node.fullName} → ${to.node.fullName} ${to.kind}`;
}
