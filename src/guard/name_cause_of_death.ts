import type { OrreryError } from '../errors/index.js';
import { mendRealm } from './realm_watch.js';

// User code may have replaced them when they are needed.
const { apply, get, set } = Reflect;

/** What Node calls for an error that nobody has caught; it ends the thread if no listener handles it. */
const HANDLER = '_fatalException';

/**
 * Tells what user code has made of the language when that is why this thread dies: what handles errors is broken
 * itself then, and its own error would be all that a user sees.
 *
 * @param tell - is called with the culprit and what failed, and ends the thread
 */
export function nameCauseOfDeath(tell: (cause: OrreryError, failed: unknown) => void): void {
  const handle = get(process, HANDLER) as (...given: unknown[]) => unknown;
  set(process, HANDLER, (error: unknown, fromPromise: unknown) => {
    try {
      return apply(handle, process, [error, fromPromise]);
    } catch (failure) {
      const cause = mendRealm(true);
      if (cause === undefined) throw failure;
      tell(cause, error);
      return true;
    }
  });
}
