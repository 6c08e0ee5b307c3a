import type { GraphNode } from '../graph/index.js';

/** One end of a path: an entity of a node, or what else of it sends and receives. */
export interface PathEnd {
  readonly name: string;
  readonly kind: string;
  readonly node: GraphNode;
}
