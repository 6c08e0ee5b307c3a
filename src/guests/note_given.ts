import type { GivenArguments, GraphNode } from '../graph/index.js';
import type { Frame } from './frame.js';

/** The most ROS arguments of one kind that a node may tell of. */
const MOST_GIVEN = 10_000;

/** The ROS arguments of a guest's node, and whether each was used. */
class GivenToNode {
  /** Remappings, then parameters. */
  readonly kinds: readonly Map<string, boolean>[] = [new Map(), new Map()];

  listed(): GivenArguments {
    const [remaps, parameters] = this.kinds.map((kind) =>
      [...kind].map(([text, used]) => ({ text, used })),
    );
    return { remaps: remaps!, parameters: parameters! };
  }
}

const known = new WeakMap<GraphNode, GivenToNode>();

/** Notes what a frame tells of a ROS argument of a node; an empty frame tells that the node reports them. */
export function noteGiven(frame: Frame, node: GraphNode | undefined): GraphNode {
  if (node === undefined) throw frame.fault('tells of a node that it does not have');
  const given = known.get(node) ?? new GivenToNode();
  known.set(node, given);
  node.given = () => given.listed();
  if (frame.left === 0) return node;
  const kind = given.kinds[frame.u8()];
  if (kind === undefined) throw frame.fault('tells of neither a remapping nor a parameter');
  const used = frame.u8() !== 0;
  const text = frame.text();
  if (kind.size >= MOST_GIVEN && !kind.has(text)) {
    throw frame.fault(`tells of more than ${MOST_GIVEN} arguments of a node`);
  }
  kind.set(text, used || kind.get(text) === true);
  return node;
}
