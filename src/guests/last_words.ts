import { constants } from 'node:os';
import type { Channel } from './channel.js';
import type { Frame } from './frame.js';
import { FrameKind } from './frame_kinds.js';
import type { ChildProcesses } from './session_options.js';
import type { Told, TurnFrames } from './turn_frames.js';

const { SIGCHLD, SIGTERM } = constants.signals;
/** How long a guest may go on after a signal, in virtual ns: as long as `ros2 launch` waits before SIGTERM, and again before SIGKILL. */
const GRACE = 5_000_000_000n;
/** How often a guest may wait meanwhile: one that polls without letting time pass would go on forever. */
const MOST_WAITS = 120_000;

/** A guest that is told to stop. */
interface Stopping {
  readonly channel: Channel;
  readonly frames: TurnFrames;
  readonly turn: { begin(): void; end(): void };
  /** Whether time goes on for it. */
  readonly hasGrace: boolean;
  readonly children: ChildProcesses | undefined;
  readonly print: (frame: Frame) => void;
  readonly answer: (frame: Frame) => void;
  readonly fault: (frame: Frame) => void;
}

/**
 * Tells a guest by a signal that the run is over, and listens until it says goodbye. If it waits until a time, the time comes for
 * this guest alone; SIGTERM comes after a grace, and the end after another.
 *
 * @returns its exit code, if it says one
 */
export function lastWords(signal: number, stopping: Stopping): number | undefined {
  const { frames, hasGrace, children } = stopping;
  let now = frames.now;
  const [termination, end] = [now + GRACE, now + 2n * GRACE];
  let heard = tell(stopping, frames.stop(signal));
  // It may wait for what it has started, which hears of the end now, unless its parent has already told it.
  if (typeof heard === 'bigint' && hasGrace && children?.interrupt() === true) {
    heard = tell(stopping, frames.signal(SIGCHLD, now));
  }
  for (let waits = 0; typeof heard === 'bigint' && hasGrace && waits < MOST_WAITS; waits += 1) {
    const next = heard < 0n ? end : heard;
    if (now < termination && next >= termination) {
      now = termination;
      heard = tell(stopping, frames.signal(SIGTERM, now));
    } else if (next < end) {
      if (next > now) now = next;
      heard = tell(stopping, frames.passed(now));
    } else {
      return undefined;
    }
  }
  return typeof heard === 'number' ? heard : undefined;
}

/** Gives the guest the turn, and listens until it says goodbye (its exit code) or waits (until when). */
function tell({ channel, turn, print, answer, fault }: Stopping, told: Told): number | bigint {
  turn.begin();
  channel.write(...told);
  for (;;) {
    const frame = channel.read();
    if (frame.kind === FrameKind.LOG) print(frame);
    else if (frame.kind === FrameKind.QUERY) answer(frame);
    else if (frame.kind === FrameKind.FAULT) fault(frame);
    else if (frame.kind === FrameKind.BYE || frame.kind === FrameKind.IDLE) {
      turn.end();
      return frame.kind === FrameKind.BYE ? frame.i32() : frame.big();
    }
  }
}
