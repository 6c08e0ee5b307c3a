import { FrameKind, HAS_TURN, STOP_IN_CALLBACK } from './frame_kinds.js';
import type { FrameWriter } from './frame_writer.js';
import type { WriteInput } from './guest_entities.js';
import type { RoundMember } from './round_member.js';
import type { SessionOptions } from './session_options.js';

/** Frames for a guest, in pieces. */
export type Told = readonly Uint8Array[];

const noInput = () => {};

/** Writes the frames that give a guest the turn: RUN, SIGNAL and STOP. */
export class TurnFrames {
  readonly #options: SessionOptions;
  readonly #guest: RoundMember;
  readonly #out: FrameWriter;

  constructor(options: SessionOptions, out: FrameWriter, guest: RoundMember) {
    this.#options = options;
    this.#out = out;
    this.#guest = guest;
  }

  /** Virtual time since the epoch. */
  get now(): bigint {
    const { graph, kernel } = this.#options.simulation;
    return graph.epoch + BigInt(kernel.now);
  }

  /** A waiter continues with an input; 0: time has passed. */
  run(waiter: number, write: WriteInput = noInput, entity = 0, slot = 0, duration = 0): Told {
    const { debug, channel } = this.#options;
    const stops = slot !== 0 && (debug?.armed ?? false);
    if (stops) debug!.armed = false;
    const out = this.#out.begin(
      FrameKind.RUN,
      waiter,
      this.#flags | (stops ? STOP_IN_CALLBACK : 0),
    );
    this.#times(this.now).u32(entity).u32(slot).i64(duration);
    write(out);
    return out.end(channel.memory).takeParts();
  }

  /** Time has passed for this guest alone. */
  passed(time: bigint): Told {
    this.#out.begin(FrameKind.RUN, 0, HAS_TURN);
    return this.#times(time).u32(0).u32(0).i64(0).end().takeParts();
  }

  signal(number: number, time = this.now): Told {
    this.#out.begin(FrameKind.SIGNAL, number, this.#flags);
    return this.#times(time).end().takeParts();
  }

  stop(signal: number): Told {
    this.#out.begin(FrameKind.STOP, signal, HAS_TURN);
    return this.#times(this.now).end().takeParts();
  }

  get #flags(): number {
    return this.#options.round.isAhead(this.#guest) ? 0 : HAS_TURN;
  }

  /** The time, and what the node's clock shows beyond it. */
  #times(time: bigint): FrameWriter {
    const { graph } = this.#options.simulation;
    const beyond = graph.clockView === undefined ? 0 : Number(graph.time - this.now);
    return this.#out.big(time).i64(beyond);
  }
}
