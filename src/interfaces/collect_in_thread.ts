/** Makes the engine collect young objects and arrays in the thread that made them. */
import { setFlagsFromString } from 'node:v8';

// Captured at load time: user code sees a guarded version.
const setFlags = setFlagsFromString;

let done = false;

/**
 * Keeps V8 from spreading small pieces of work over its threads, and from guessing how long objects live. A run collects its
 * young objects every millisecond or so, and there is little to do: few of them live.
 *
 * - With several threads, each collection wakes all of them, and what one core has in its cache is fetched by another. The
 *   less there is to do on the machine, the longer this takes: idle cores have to be woken.
 * - Dead arrays would be freed in another thread while the run already allocates. Both then contend for the allocator, and
 *   the run gets other memory, which is in no cache.
 * - V8 allocates the objects of a piece of code as old if most of them survived a few collections, and collections are
 *   so close together that messages in flight do. An object that an old one refers to is only freed with it.
 *
 * Flags are the process's. They concern collections from now on, and no result.
 */
export function collectInThread(): void {
  if (done) return;
  done = true;
  setFlags('--no-parallel-scavenge');
  setFlags('--no-concurrent-array-buffer-sweeping');
  setFlags('--no-allocation-site-pretenuring');
}
