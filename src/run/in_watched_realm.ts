import { OrreryError } from '../errors/index.js';
import { checkRealm, mendRealm } from '../guard/index.js';
import { describeErrors, type RunError } from '../record/index.js';

/**
 * Does what runs user code, and then looks what that has made of the language. What fails in a realm
 * that was tampered with need not be what is at fault, so that comes first in `errors`. Afterwards
 * the language is as it was.
 */
export async function inWatchedRealm<T>(errors: RunError[], action: () => Promise<T>): Promise<T> {
  try {
    const result = await action();
    checkRealm();
    return result;
  } catch (error) {
    const cause = mendRealm();
    const known = error instanceof OrreryError && error.code === 'ORR_LEAK_TAMPERING';
    if (cause !== undefined && !known) errors.push(...describeErrors(cause));
    throw error;
  } finally {
    mendRealm();
  }
}
