import { readFileSync } from 'node:fs';
import { OrreryError } from '../../errors/index.js';
import { decompress } from '../protocol/frames.js';
import { END, NETWORK_UPDATE, PHYSICS_UPDATE } from '../protocol/messages.js';
import type { PeerConnection } from './peer_connection.js';

/** One frame of a recorded session; `npm run vectors:netsim` reads the same format. */
export interface SessionFrame {
  /** `phy`: with the physics simulator; `net`: with the network simulator. */
  readonly link: string;
  readonly direction: string;
  /** Hexadecimal digits, including the length prefix. */
  readonly frame: string;
}

/**
 * Reads a recorded session, one frame per line.
 *
 * @throws OrreryError `ORR_NETSIM_CONFIG`
 */
export function readSession(file: string): SessionFrame[] {
  let line = 0;
  try {
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((text) => {
        line++;
        return JSON.parse(text) as SessionFrame;
      });
  } catch (cause) {
    const sentence = `The session ${file} cannot be read: ${(cause as Error).message}.`;
    const place = line > 0 ? { file, line } : { file };
    throw new OrreryError('ORR_NETSIM_CONFIG', sentence, { place, cause });
  }
}

export interface ReplayResult {
  readonly windows: number;
  /** Answers of the peer that were not the END of the window. */
  readonly wrong: readonly string[];
}

/**
 * Sends a simulator the frames that the coordinator sent in a recorded session, and checks that it
 * answers each BEGIN with the END of the same window.
 *
 * @param timeout - ms for each answer
 * @throws OrreryError `ORR_NETSIM_PEER`, `ORR_NETSIM_PROTOCOL`
 */
export async function replaySession(
  frames: readonly SessionFrame[],
  link: 'phy' | 'net',
  peer: PeerConnection,
  timeout: number,
): Promise<ReplayResult> {
  const message = link === 'phy' ? PHYSICS_UPDATE : NETWORK_UPDATE;
  const wrong: string[] = [];
  let windows = 0;
  for (const { link: of, direction, frame } of frames) {
    if (of !== link || direction !== 'coord->server') continue;
    const body = Buffer.from(frame.slice(8), 'hex');
    const { time_val: window } = message.decode(decompress(body));
    peer.send(body);
    const answer = await peer.receive(`the end of window ${window}`, timeout);
    const end = message.decode(decompress(answer));
    windows++;
    if (end.msg_type === END && end.time_val === window) continue;
    const kind = end.msg_type === END ? 'END' : 'BEGIN';
    wrong.push(`window ${window}: answered with the ${kind} of window ${end.time_val}`);
  }
  return { windows, wrong };
}
