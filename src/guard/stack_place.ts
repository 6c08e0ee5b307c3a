import { fileURLToPath } from 'node:url';
import { isOrrerys } from '../errors/index.js';

/** Matches a line of a stack that names a place in a file. */
export interface StackPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The location begins at the first match, because names of folders may contain spaces and
 * parentheses.
 */
const LOCATED =
  /^\s*at (?:async )?(?:.*? \()??((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/;
/** `at eval (eval at f (file:3:4), <anonymous>:1:1)`: where the code was generated. */
const EVALUATED = /^(\s*at ).*\beval at .*?((?: \(|^)(?:file:\/\/|\/).*?:\d+:\d+\)), .*$/;

/** The file, line and column of one line of `error.stack`; undefined for Node's own code. */
export function stackPlace(line: string): StackPlace | undefined {
  const match = LOCATED.exec(line.replace(EVALUATED, '$1eval$2'));
  if (match === null) return undefined;
  const [, location = '', row, column] = match;
  const file = location.startsWith('file:') ? fileURLToPath(location) : location;
  return { file, line: Number(row), column: Number(column) };
}

/** The first place of the user's own in `stack`; undefined where there is none. */
export function userPlaceIn(stack = ''): StackPlace | undefined {
  for (const line of stack.split('\n')) {
    const place = isNodeLine(line) ? undefined : stackPlace(line);
    if (place !== undefined && !isOrrerys(place.file)) return place;
  }
  return undefined;
}

/** Whether the line of the stack is in Node itself. */
export function isNodeLine(line: string): boolean {
  return /^\s*at (?:async )?(?:.*? \()?node:/.test(line);
}
