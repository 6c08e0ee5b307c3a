import type { Publisher } from '../graph/index.js';
import type { FrameReport } from './graph_report.js';

interface Transform {
  readonly header: { readonly frame_id: string };
  readonly child_frame_id: string;
}

/** Parents kept per frame: only a program that invents a frame for each message causes more. */
const MOST_FRAMES = 10_000;

/** The published parents of each frame, with their publishers. */
export class FrameParents {
  readonly #seen = new Map<string, FrameReport & { readonly nodes: string[] }>();

  /** Whether its messages name frames. */
  static reads({ type, name }: Publisher): boolean {
    return type.name === 'tf2_msgs/msg/TFMessage' && /\/tf(_static)?$/.test(name);
  }

  /** @param bytes - the message in CDR */
  message(publisher: Publisher, bytes: Uint8Array): void {
    if (!FrameParents.reads(publisher)) return;
    const { type, node } = publisher;
    const transforms = type.decode(bytes).transforms as readonly Transform[];
    for (const { header, child_frame_id } of transforms) {
      const [parent, child] = [plain(header.frame_id), plain(child_frame_id)];
      const key = JSON.stringify([child, parent]);
      const known = this.#seen.get(key);
      if (known === undefined) {
        if (this.#seen.size < MOST_FRAMES) {
          this.#seen.set(key, { child, parent, nodes: [node.fullName] });
        }
      } else if (!known.nodes.includes(node.fullName)) known.nodes.push(node.fullName);
    }
  }

  report(): FrameReport[] {
    return [...this.#seen.values()];
  }
}

/** tf2 rejects a leading slash; older nodes write one. */
function plain(frame: string): string {
  return frame.replace(/^\//, '');
}
