import { OrreryError } from '../errors/index.js';
import { checkRealm, mendRealm } from '../guard/index.js';
import type { RunError } from '../record/index.js';
import { endOfLost } from './lost_outcome.js';

/**
 * Does what runs user code, and then looks what that has made of the language. What fails in a realm
 * that was tampered with need not be what is at fault: the tampering is thrown in its place, and
 * quotes it. Afterwards the language is as it was.
 */
export async function inWatchedRealm<T>(action: () => Promise<T>): Promise<T> {
  try {
    const result = await action();
    checkRealm();
    return result;
  } catch (error) {
    const tampering = mendRealm(true);
    // What ended the run from outside is not a consequence.
    if (tampering === undefined || endOfLost(error) !== undefined) throw error;
    throw withConsequence(tampering, error);
  } finally {
    mendRealm();
  }
}

/** Did the run fail because user code had replaced a part of the language? Then other failures follow from that. */
export function isTampered(errors: readonly RunError[]): boolean {
  return errors.some(({ code }) => code === TAMPERING);
}

const TAMPERING = 'ORR_LEAK_TAMPERING';

function withConsequence(tampering: OrreryError, error: unknown): OrreryError {
  if (error instanceof OrreryError && error.code === TAMPERING) return error;
  const said = error instanceof Error ? error.message : String(error);
  const message = `${tampering.message} What failed then: ${said}`;
  return new OrreryError(TAMPERING, message, { place: tampering.place, cause: error });
}
