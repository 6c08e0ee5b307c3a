import { OrreryError } from '../errors/index.js';
import { leaveOutAddresses } from '../interfaces/index.js';
import type { Simulation } from '../simulation/index.js';
import type { Channel } from './channel.js';
import type { Frame } from './frame.js';
import { FrameKind, MAGIC, PROTOCOL } from './frame_kinds.js';
import type { FrameWriter } from './frame_writer.js';

/** What Orrery tells a guest about itself, and what it expects of the guest's HELLO. */
export interface Greeting {
  readonly simulation: Simulation;
  readonly channel: Channel;
  /** Name of the program. */
  readonly name: string;
  readonly token: string;
  /** Further content of WELCOME: JSON. */
  readonly welcome: Readonly<Record<string, unknown>>;
}

/**
 * Answers the HELLO of a guest. The WELCOME stays in `out`, before the first frame that runs it.
 *
 * @returns the version of the protocol that both speak
 * @throws OrreryError `ORR_GUEST_PROTOCOL` when the two have no version in common
 */
export function greet(frame: Frame, greeting: Greeting, out: FrameWriter): number {
  const { token, welcome, simulation, channel, name } = greeting;
  if (frame.kind !== FrameKind.HELLO || frame.u32() !== MAGIC) {
    throw frame.fault('is not the HELLO that a guest begins with');
  }
  const least = frame.u16();
  const most = frame.u16();
  frame.u8();
  const library = frame.string();
  frame.u32();
  if (frame.string() !== token) throw frame.fault('does not have the token of this run');
  const protocol = Math.min(most, PROTOCOL.most);
  if (protocol < Math.max(least, PROTOCOL.least)) {
    const text = `${library} speaks protocol ${least} to ${most}, Orrery ${PROTOCOL.least} to ${PROTOCOL.most}`;
    channel.write(out.begin(FrameKind.REJECT).text(text).end().take());
    throw new OrreryError(
      'ORR_GUEST_PROTOCOL',
      `The program ${name} cannot be run: ${text}; use the version that belongs to this Orrery.`,
    );
  }
  // From here on, texts come from a process whose objects have different addresses in each run.
  leaveOutAddresses();
  out.begin(FrameKind.WELCOME).u16(protocol).big(simulation.graph.epoch);
  out.text(JSON.stringify(welcome)).end();
  return protocol;
}
