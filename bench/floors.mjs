// The cost of the work in a table row without a simulator, measured in the same run: a call; a heap of timers whose
// callbacks call each other; and copies of a message's size: between two places in warm memory, through as much memory as
// a run has in use between two collections, and into new memory that is collected as in a run. The fastest of many repetitions counts, since other work on the
// machine only makes them slower.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TimerHeap } from '../dist/kernel/index.js';

const REPETITIONS = 60;
/** Bytes of large arrays between two collections (`SHORTEST` in src/interfaces/collection_interval.ts). */
const BETWEEN_COLLECTIONS = 4_000_000;

function fastest(each, count) {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < REPETITIONS; i++) {
    const start = process.cpuUsage();
    for (let j = 0; j < count; j++) each();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, ((user + system) * 1000) / count);
  }
  return least;
}

/** ns of a call that the compiler cannot predict and that passes on a message of eight bytes. */
export function bareCall() {
  let last = { data: 0n };
  const calls = [(message) => (last = { data: message.data }), (message) => (last = message)];
  let i = 0;
  return fastest(() => calls[i++ & 1](last), 200_000);
}

/** ns of a callback of as many timers, due at the same instants, each with its own state, that each call the next one's. */
export function timersInTurn(count) {
  const timers = new TimerHeap();
  const receivers = Array.from({ length: count }, (_, i) => {
    let sum = 0n;
    const run = () => {
      receivers[(i + 1) % count]({ data: sum });
      return true;
    };
    timers.enter(timers.create(1, 0, { run }));
    return ({ data }) => (sum += data);
  });
  const once = () => {
    timers.fire(timers.nextDue);
  };
  return fastest(once, 100_000) / 2;
}

/** ns to copy this many bytes into memory that is used again and again. */
export function warmCopy(bytes) {
  const from = new Uint8Array(bytes).fill(1);
  const to = new Uint8Array(bytes);
  return fastest(() => to.set(from), Math.ceil(2e7 / bytes));
}

/** ns of a copy of this many bytes into each of as many arrays in turn as are made between two collections. */
export function copyInTurn(bytes) {
  const from = new Uint8Array(bytes).fill(1);
  const arrays = Array.from({ length: BETWEEN_COLLECTIONS / bytes }, () => new Uint8Array(bytes));
  let i = 0;
  return fastest(() => arrays[i++ % arrays.length].set(from), Math.ceil(2e7 / bytes));
}

/** ns of a copy of this many bytes into new memory each, with its share of the collections of young objects. */
export function newCopy(bytes) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  let last = new Uint8Array(bytes).fill(1);
  let left = BETWEEN_COLLECTIONS;
  return fastest(
    () => {
      const copy = Buffer.allocUnsafeSlow(bytes);
      copy.set(last);
      last = copy;
      left -= bytes;
      if (left > 0) return;
      left = BETWEEN_COLLECTIONS;
      collect({ type: 'minor' });
    },
    Math.ceil(2e7 / bytes),
  );
}
