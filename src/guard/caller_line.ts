import { isNodeLine, isOrrerys, stackPlace } from './stack_place.js';

const ROOM = new URL('.', import.meta.url).pathname;

let networkUsed = false;

/** From now on Node's own network code may call timers; see {@link isNodeCalling}. */
export function noteNetworkUse(): void {
  networkUsed = true;
}

/** The stack line of who called into this room. */
export function callerLine(): string {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 8;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return (
    stack
      .split('\n')
      .slice(1)
      .find((line) => !line.includes(ROOM)) ?? ''
  );
}

/** Whether a file of the user's, not a package, Orrery or Node, called into this room. */
export function isCallerUser(): boolean {
  const { file } = stackPlace(callerLine()) ?? {};
  return file !== undefined && !isOrrerys(file) && !file.includes('node_modules');
}

/**
 * Whether Node itself asks for a timer. Its `fetch` looks timers up as globals: virtual ones
 * would put callbacks into the simulation in the order in which packets arrive. Looking costs
 * microseconds, so it is done only in programs that use the network.
 */
export function isNodeCalling(): boolean {
  return networkUsed && isNodeLine(callerLine());
}
