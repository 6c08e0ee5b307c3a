import { type RandomStream, RandomStreams } from '../kernel/index.js';

/** A separate stream for each purpose, so that one kind of decision never shifts another. */
export function randomStream(seed: string, purpose: string): RandomStream {
  return new RandomStreams(seed).stream(`exploration: ${purpose}`);
}
