import type { Graph, GraphNode } from '../../graph/index.js';
import { currentWorld } from '../world/world.js';

/** What is given options: in which world, and in words. */
export interface GivenTo {
  readonly graph: Graph;
  /** E.g. `the publisher on /x of /n`. */
  readonly whom: string;
}

/** An entity of a node, or what is to become one, for what is said of its options. */
export function givenTo(
  node: { readonly handle: GraphNode },
  what: string,
  name?: string,
): GivenTo {
  const { graph, fullName } = node.handle;
  return { graph, whom: `${what}${name === undefined ? '' : ` ${name}`} of ${fullName}` };
}

/** What belongs to no node, in the world of the running code. */
export function called(whom: string): GivenTo {
  return { graph: currentWorld().graph, whom };
}
