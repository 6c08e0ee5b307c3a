import { isOrrerys } from '../errors/index.js';
import { RawStack } from './raw_stack.js';
import { isNodeLine, stackPlace } from './stack_place.js';

const ROOM = new URL('.', import.meta.url).pathname;
const FRAMES = 8;

let networkUsed = false;
let networkLeft = false;

/**
 * Records that from now on Node's own network code may call timers.
 *
 * @param leaves - whether it requests data from outside the run
 */
export function noteNetworkUse(leaves: boolean): void {
  networkUsed = true;
  networkLeft ||= leaves;
}

/** The stack line of the caller of this room. */
export function callerLine(): string {
  const stack = new RawStack(FRAMES);
  for (let index = 0; ; index++) {
    const line = stack.line(index);
    if (line === undefined || !line.includes(ROOM)) return line ?? '';
  }
}

/** Whether a user's file, not a package, Orrery or Node, called into this room. */
export function isCallerUser(): boolean {
  const { file } = stackPlace(callerLine()) ?? {};
  return file !== undefined && !isOrrerys(file) && !file.includes('node_modules');
}

/**
 * Whether Node's `fetch` asks for an immediate, which it looks up as a global. How many it needs
 * differs by version, and none is a callback of the program. The check costs microseconds, so only
 * programs that use the network pay for it.
 */
export function isNodePassingOn(): boolean {
  return networkUsed && isNodeLine(callerLine());
}

/**
 * Whether Node's `fetch` sets a time limit for data from outside: a virtual timer would put
 * callbacks into the simulation in the order in which packets arrive.
 */
export function isNodeWaiting(): boolean {
  return networkLeft && isNodeLine(callerLine());
}
