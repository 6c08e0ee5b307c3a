/** What a process has sent, in the order of sending. */
import type { ProcessOutput } from './thread_protocol.js';

/** An output with the time at which the process sent it. */
export interface TimedOutput {
  readonly output: ProcessOutput;
  readonly sentAt: bigint | undefined;
}

/** The outputs in the order in which the process sent them, as far as known. */
export function asSent(timed: TimedOutput[]): TimedOutput[] {
  if (timed.some(({ sentAt }) => sentAt === undefined)) return timed;
  return timed.sort((a, b) => (a.sentAt! < b.sentAt! ? -1 : a.sentAt! > b.sentAt! ? 1 : 0));
}

/** All outputs, or those up to the first request: how many later ones have arrived depends on chance. */
export function uptoRequest(
  timed: readonly TimedOutput[],
  isWhole: boolean,
): readonly [taken: readonly TimedOutput[], rest: readonly TimedOutput[]] {
  const first = isWhole ? -1 : timed.findIndex(({ output }) => output.kind === 'request');
  const end = first < 0 ? timed.length : first + 1;
  return [timed.slice(0, end), timed.slice(end)];
}
