import type { Channel } from './channel.js';
import type { Frame } from './frame.js';
import { FrameKind } from './frame_kinds.js';

/** What is still heard of a guest that has been told to stop. */
interface Heard {
  readonly print: (frame: Frame) => void;
  readonly answer: (frame: Frame) => void;
}

/**
 * Listens to a guest that has been told to stop, until it says goodbye or waits for something.
 *
 * @returns its exit code, if it says one
 */
export function lastWords(channel: Channel, { print, answer }: Heard): number | undefined {
  for (;;) {
    const frame = channel.read();
    if (frame.kind === FrameKind.LOG) print(frame);
    else if (frame.kind === FrameKind.QUERY) answer(frame);
    else if (frame.kind === FrameKind.BYE) return frame.i32();
    else if (frame.kind === FrameKind.IDLE) return undefined;
  }
}
