import { isOrrerys } from '../errors/index.js';
import { RawStack } from './raw_stack.js';
import { isNodeLine, type StackPlace, stackPlace } from './stack_place.js';

const FRAMES = 60;

/** The caller outside Orrery, if that is code with a file and not Node itself. */
export function userPlace(): StackPlace | undefined {
  // Most calls are Node's or Orrery's. Only a place that is shown is worth a search for source maps.
  if (userFile() === undefined) return undefined;
  const { stackTraceLimit } = Error;
  Reflect.set(Error, 'stackTraceLimit', FRAMES);
  const { stack = '' } = new Error();
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  const lines = stack.split('\n').slice(1);
  return firstPlace((index) => lines[index]);
}

/** The file of {@link userPlace} as it was loaded. */
export function userFile(): string | undefined {
  const stack = new RawStack(FRAMES);
  return firstPlace((index) => stack.line(index))?.file;
}

/** The first place that is neither Orrery's nor called by Node itself; `line` gives undefined after the last. */
function firstPlace(line: (index: number) => string | undefined): StackPlace | undefined {
  let promised = false;
  let next = line(0);
  for (let index = 1; next !== undefined; index++) {
    const present = next;
    next = line(index);
    // Node's internal calls are not the user's, except through `util.promisify`, whose frames
    // surround the one of the promise that it makes.
    const surrounds = promised || /new Promise/.test(next ?? '');
    promised = /new Promise/.test(present);
    if (surrounds && /\bnode:internal\/util:/.test(present)) continue;
    if (isNodeLine(present)) return undefined;
    const place = stackPlace(present);
    if (place !== undefined && !isOrrerys(place.file)) return place;
  }
  return undefined;
}
