/** Messages in frames, which the message limit of the run bounds as it does those of nodes in JavaScript. */
import { OrreryError } from '../errors/index.js';
import type { MessageType } from '../interfaces/index.js';
import type { Frame } from './frame.js';
import { FrameFault } from './frame_fault.js';
import { FrameKind } from './frame_kinds.js';

const WITH_MESSAGE: ReadonlySet<number> = new Set([
  FrameKind.PUBLISH,
  FrameKind.REQUEST,
  FrameKind.RESPONSE,
]);

/** A frame is too large because of the message in it, which is not a fault of the protocol. */
export class MessageTooLarge extends FrameFault {}

/**
 * The rest of a frame: a message of `type`, to or from what has this name.
 *
 * @throws `ORR_MESSAGE_TOO_LARGE`
 */
export function messageIn(frame: Frame, type: MessageType, name: string): Uint8Array {
  const bytes = frame.rest();
  const { limit } = type.budget;
  if (bytes.length <= limit) return bytes;
  throw new OrreryError(
    'ORR_MESSAGE_TOO_LARGE',
    `${name}: a message of ${type.name} takes ${bytes.length} bytes, more than the message limit of ${limit} bytes; send less at once, or raise the limit.`,
    { place: { topic: name, type: type.name } },
  );
}

/** The fault of a frame that is too large. */
export function tooLarge(kind: number, bytes: number, limit: number): FrameFault {
  if (!WITH_MESSAGE.has(kind)) {
    return new FrameFault(`a frame of ${bytes} bytes is larger than the limit of ${limit}`);
  }
  return new MessageTooLarge(
    `a message of ${bytes} bytes, which is larger than the limit of ${limit} for processes of their own; send less at once`,
  );
}
