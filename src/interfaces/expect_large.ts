/**
 * Makes the memory of large arrays return soon. A message belongs to whoever received it for as long as they keep
 * it, and only the collector knows when nobody does. So no array is used twice: the collector is asked
 * earlier, and the allocator is told to keep what it gets back. `bench/large_arrays.mjs` measures both.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CollectionInterval } from './collection_interval.js';

/** From this size on, an array counts. */
export const LARGE_BYTES = 16_384;

/** Just below the largest block after which glibc raises its thresholds. */
const RAISING_BYTES = 32 * 1024 * 1024 - 65_536;

// Captured at load time: user code sees guarded ones.
const setFlags = setFlagsFromString;
const runApart = runInNewContext;
const heapStatistics = getHeapStatistics;
const allocUnsafeSlow = Buffer.allocUnsafeSlow;

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect | undefined;
/** Bytes of large arrays since the last collection. */
let fresh = 0;
let began = false;
const interval = new CollectionInterval(() => heapStatistics().external_memory);

/** Called before a large array of this size is allocated. */
export function expectLarge(bytes: number): void {
  if (!began) prepare();
  fresh += bytes;
  if (fresh < interval.bytes) return;
  fresh = 0;
  collect ??= minorCollection();
  collect({ type: 'minor' });
  interval.collected();
}

/**
 * Sets the engine and the allocator to give memory back soon, and to give the same memory again.
 *
 * - V8 would free dead arrays in another thread, while the run already allocates: what it got then would be other
 *   memory, which is in no cache.
 * - V8 makes old at once what a piece of code allocates if most of it survived a few collections, and these are so close
 *   together that messages in flight look like that. What old objects refer to is only freed with them.
 * - glibc returns freed memory to the system beyond thresholds that it raises when it frees a large block; without
 *   that, every message faults its pages in anew, which can take longer than the copy. Nothing
 *   touches the block itself, so it costs no memory. Other allocators take no notice.
 */
function prepare(): void {
  began = true;
  setFlags('--no-concurrent-array-buffer-sweeping');
  setFlags('--no-allocation-site-pretenuring');
  try {
    // A call: the bundler leaves out an object that is made and not used.
    allocUnsafeSlow(RAISING_BYTES);
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
