import { OrreryError } from '../errors/index.js';
import { checkRealm, mendRealm, replacedLoader } from '../guard/index.js';
import type { RunError } from '../record/index.js';
import { endOfLost } from './lost_outcome.js';

/**
 * Runs user code and then checks whether it has tampered with the language. In a tampered realm, the failing code
 * may not be the cause of the failure, so the tampering is thrown in its place and quotes the failure. Afterwards
 * the language is restored.
 */
export async function inWatchedRealm<T>(action: () => Promise<T>): Promise<T> {
  let isWhole = false;
  try {
    const result = await action();
    isWhole = checkRealm();
    return result;
  } catch (error) {
    const tampering = mendRealm(true);
    // An ending from outside is not a consequence of tampering.
    if (endOfLost(error) !== undefined) throw error;
    if (tampering === undefined) throw withLoader(error);
    throw withConsequence(tampering, error);
  } finally {
    mendRealm(false, isWhole);
  }
}

/**
 * Whether the run failed because user code replaced part of the language, in which case other failures follow from
 * that.
 */
export function isTampered(errors: readonly RunError[]): boolean {
  return errors.some(({ code }) => code === TAMPERING);
}

const TAMPERING = 'ORR_LEAK_TAMPERING';

/** Names what the program has made of `require`, through which it may have got something else than it expected. */
function withLoader(error: unknown): unknown {
  const replaced = replacedLoader();
  if (replaced === undefined || !(error instanceof OrreryError)) return error;
  const { code, message, place, cause } = error;
  if (!(cause instanceof Error)) return error;
  const text = `${message}. The program has replaced ${replaced}, through which modules are loaded: one of them may not be what it should be.`;
  return new OrreryError(code, text, { place, cause });
}

/** The tampering, with what failed because of it. */
export function withConsequence(tampering: OrreryError, error: unknown): OrreryError {
  if (error instanceof OrreryError && error.code === TAMPERING) return error;
  const said = error instanceof Error ? error.message : String(error);
  const message = `${tampering.message} What failed then: ${said}`;
  return new OrreryError(TAMPERING, message, { place: tampering.place, cause: error });
}
