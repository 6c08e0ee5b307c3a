import type { Graph, GraphNode } from '../../graph/index.js';
import { currentWorld } from '../world/world.js';

/** What receives options: its world, and how warnings name it. */
export interface GivenTo {
  readonly graph: Graph;
  /** E.g. `the publisher on /x of /n`. */
  readonly whom: string;
}

/** An entity of a node, existing or yet to be created, for warnings about its options. */
export function givenTo(
  node: { readonly handle: GraphNode },
  what: string,
  name?: string,
): GivenTo {
  const { graph, fullName } = node.handle;
  return { graph, whom: `${what}${name === undefined ? '' : ` ${name}`} of ${fullName}` };
}

/** A receiver of options that belongs to no node, in the world of the running code. */
export function called(whom: string): GivenTo {
  return { graph: currentWorld().graph, whom };
}
