import type { GraphNode } from '../graph/index.js';

/** One end of a path: an entity of a node, or something else in the node that sends and receives. */
export interface PathEnd {
  readonly name: string;
  readonly kind: string;
  readonly node: GraphNode;
}
