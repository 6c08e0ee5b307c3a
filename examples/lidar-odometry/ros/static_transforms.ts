import { Pose } from '../kiss_icp/pose.js';
import { type TransformStampedMsg, transformFromMsg } from './messages.js';

/** The static part of the tf tree, as far as it was announced on `/tf_static`. */
export class StaticTransforms {
  readonly #parents = new Map<string, { readonly parent: string; readonly pose: Pose }>();

  add(message: TransformStampedMsg): void {
    const child = message.child_frame_id.replace(/^\//, '');
    const parent = message.header.frame_id.replace(/^\//, '');
    this.#parents.set(child, { parent, pose: transformFromMsg(message) });
  }

  /** The pose of frame `source` in frame `target`, or undefined if they are not connected. */
  lookup(target: string, source: string): Pose | undefined {
    const down = this.#toRoot(target);
    const up = this.#toRoot(source);
    return down.root === up.root ? down.pose.inverse().times(up.pose) : undefined;
  }

  /** The root of the tree that holds `frame`, and the pose of `frame` in it. */
  #toRoot(frame: string): { root: string; pose: Pose } {
    let root = frame;
    let pose = Pose.identity;
    // A cycle cannot be a tree: stop after as many steps as there are frames.
    for (let steps = 0; steps < this.#parents.size; steps++) {
      const link = this.#parents.get(root);
      if (link === undefined) break;
      pose = link.pose.times(pose);
      root = link.parent;
    }
    return { root, pose };
  }
}
