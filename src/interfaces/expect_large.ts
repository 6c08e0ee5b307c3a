/**
 * Makes the memory of large arrays return soon. A message belongs to whoever received it for as long as they keep
 * it, and only the collector knows when nobody does. So no array is used twice: the collector is asked
 * earlier, and the allocator is told to keep what it gets back. `bench/large_arrays.mjs` measures both.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** From this size on, an array counts. */
export const LARGE_BYTES = 16_384;

/**
 * After so many bytes of large arrays, the young objects are collected. V8 waits for twice as many, and
 * by then each copy writes to memory that is in no cache. With fewer, an array that waits in a queue would
 * count as old too soon, and old ones are dearer to collect.
 */
const INTERVAL_BYTES = 16_000_000;

/** Just below the largest block after which glibc raises its thresholds. */
const RAISING_BYTES = 32 * 1024 * 1024 - 65_536;

// Captured at load time: user code sees guarded ones.
const setFlags = setFlagsFromString;
const runApart = runInNewContext;

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect | undefined;
/** Bytes of large arrays since the last collection. */
let fresh = 0;
let began = false;

/** Called before a large array of this size is allocated. */
export function expectLarge(bytes: number): void {
  if (!began) raiseThresholds();
  fresh += bytes;
  if (fresh < INTERVAL_BYTES) return;
  fresh = 0;
  collect ??= minorCollection();
  collect({ type: 'minor' });
}

/**
 * glibc returns freed memory to the system beyond thresholds that it raises when it frees a large block; without
 * that, every message faults its pages in anew, which can take longer than the copy. Nothing
 * touches the block itself, so it costs no memory. Other allocators take no notice.
 */
function raiseThresholds(): void {
  began = true;
  try {
    new ArrayBuffer(RAISING_BYTES);
  } catch {
    // The address space is that narrow: the thresholds stay as they are.
  }
}

/** The collector of young objects. The flag that gives it is set only while it is taken. */
function minorCollection(): Collect {
  setFlags('--expose-gc');
  try {
    return runApart('gc') as Collect;
  } catch {
    // An engine that does not lend it collects when it thinks right.
    return () => {};
  } finally {
    setFlags('--no-expose-gc');
  }
}
