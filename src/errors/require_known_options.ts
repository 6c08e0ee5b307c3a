import { didYouMean } from './nearest_names.js';
import { OrreryError } from './orrery_error.js';

/** The names of a type's properties; a missing or superfluous name does not compile. */
export type KnownNames<T> = Readonly<Record<keyof T, true>>;

/**
 * Refuses options that do not exist, so that a misspelt one does not silently keep its default.
 *
 * @param of - what the options are given to
 * @throws OrreryError `ORR_OPTION_UNKNOWN`
 */
export function requireKnownOptions(
  given: object,
  known: Readonly<Record<string, true>>,
  of: string,
): void {
  if (typeof given !== 'object' || given === null) {
    throw new OrreryError('ORR_OPTION_UNKNOWN', `The options of ${of} are not an object.`);
  }
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(known, key)) continue;
    const names = Object.keys(known);
    const hint = didYouMean(key, names) || `; its options are ${names.join(', ')}.`;
    throw new OrreryError('ORR_OPTION_UNKNOWN', `"${key}" is not an option of ${of}${hint}`);
  }
}
