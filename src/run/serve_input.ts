import type { Readable } from 'node:stream';
import { STANDARD_INPUT_LIMIT } from '../system/index.js';
import type { InputAnswer, InputRequest } from './run_input.js';

/** How long, in real ms, to wait for the end of what is piped in. */
const PATIENCE_MS = 10_000;

/**
 * Feeds this stream to a run: piece by piece in real time, else all of it at once.
 *
 * @returns a function that releases the stream, which otherwise keeps the process alive
 */
export function serveInput(
  stream: Readable & { readonly isTTY?: boolean },
  { input, answered, live }: InputRequest,
): () => void {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let over = false;
  const close = () => {
    over = true;
    clearTimeout(patience);
    stream.off('data', onData).off('end', onEnd).off('error', onError);
    stream.destroy();
    input.close();
  };
  const answer = (content: InputAnswer) => {
    if (over) return;
    input.postMessage(content);
    close();
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  };
  const onData = (piece: Uint8Array) => {
    size += piece.length;
    if (live) input.postMessage(piece);
    else if (size > STANDARD_INPUT_LIMIT) answer({ refused: 'size' });
    else pieces.push(piece);
  };
  const onEnd = () => answer(live ? null : Buffer.concat(pieces));
  const onError = () => answer({ refused: 'lost' });
  const patience = live ? undefined : setTimeout(() => answer({ refused: 'endless' }), PATIENCE_MS);
  if (stream.isTTY && !live) answer({ refused: 'terminal' });
  else stream.on('data', onData).on('end', onEnd).on('error', onError);
  return close;
}
