import { OrreryError } from '../../errors/index.js';
import { compress, decompress } from '../protocol/frames.js';
import { END, type NetworkUpdate, type PhysicsUpdate } from '../protocol/messages.js';
import type { ProtoMessage } from '../protocol/proto_message.js';
import type { PeerConnection } from './peer_connection.js';

type Update = PhysicsUpdate | NetworkUpdate;

/**
 * Exchanges one window with one peer: sends BEGIN and waits for END.
 *
 * @param timeout - ms that the peer has for the window
 * @throws OrreryError `ORR_NETSIM_PEER`, `ORR_NETSIM_PROTOCOL`
 */
export async function exchangeWindow<T extends Update>(
  peer: PeerConnection,
  message: ProtoMessage<T>,
  begin: T,
  timeout: number,
): Promise<T> {
  const window = begin.time_val;
  peer.send(compress(message.encode(begin)));
  const body = await peer.receive(`the end of window ${window}`, timeout);
  const end = message.decode(decompress(body));
  if (end.msg_type === END && end.time_val === window) return end;
  const what = end.msg_type === END ? 'END' : 'BEGIN';
  throw new OrreryError(
    'ORR_NETSIM_PROTOCOL',
    `A simulator answered window ${window} with the ${what} of window ${end.time_val}; it must answer each BEGIN with the END of the same window.`,
  );
}
