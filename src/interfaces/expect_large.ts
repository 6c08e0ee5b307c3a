/**
 * Frees the memory of large arrays soon. A message belongs to its receiver for as long as the receiver keeps it,
 * and only the collector knows when it does not. So no array is reused: the collector runs earlier, and the
 * allocator is told to keep freed memory. `bench/large_arrays.mjs` measures both.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CollectionInterval } from './collection_interval.js';

/** From this size on, an array counts. */
export const LARGE_BYTES = 16_384;

/** Just below the largest block after which glibc raises its thresholds. */
const RAISING_BYTES = 32 * 1024 * 1024 - 65_536;

// Captured at load time: user code sees guarded versions.
const setFlags = setFlagsFromString;
const runApart = runInNewContext;
const heapStatistics = getHeapStatistics;
const allocUnsafeSlow = Buffer.allocUnsafeSlow;

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect = () => {};
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
  collect({ type: 'minor' });
  interval.collected();
}

/**
 * Configures the engine and the allocator to free memory soon, and to return the same memory again.
 *
 * - V8 would free dead arrays in another thread while the run already allocates: the run would then get other memory,
 *   which is in no cache.
 * - V8 allocates the objects of a piece of code as old if most of them survived a few collections, and collections are
 *   so close together that messages in flight do. An object that an old one refers to is only freed with it.
 * - glibc returns freed memory to the system beyond thresholds that it raises when it frees a large block; without that,
 *   every message faults its pages in anew, which can take longer than the copy. The block is freed at once: from Node 24 on,
 *   only a full collection frees it later. Nothing touches it, so it costs no memory. Other allocators take no notice.
 */
function prepare(): void {
  began = true;
  setFlags('--no-concurrent-array-buffer-sweeping');
  setFlags('--no-allocation-site-pretenuring');
  collect = minorCollection();
  try {
    // A function call, because the bundler drops an object that is created but not used.
    allocUnsafeSlow(RAISING_BYTES);
    collect({ type: 'minor' });
  } catch {
    // The address space is too small: the thresholds stay as they are.
  }
}

/** The collector of young objects. The flag that exposes it is set only while it is fetched. */
function minorCollection(): Collect {
  setFlags('--expose-gc');
  try {
    return runApart('gc') as Collect;
  } catch {
    // An engine that does not expose it collects when it chooses.
    return () => {};
  } finally {
    setFlags('--no-expose-gc');
  }
}
