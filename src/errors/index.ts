/**
 * Room `errors`: the one error class that a user of Orrery meets, the list of all mistakes in a file, text that is
 * safe to print, counts in words, suggestions for misspelt names, and whether a file belongs to Orrery itself.
 *
 * Imports nothing; every room may import it. Each code is described in `docs/errors.md`;
 * a test keeps the document and the codes in the sources in step.
 */
export { counted, grouped } from './counted.js';
export { didYouMean, nearestNames } from './nearest_names.js';
export {
  type ErrorCode,
  type ErrorPlace,
  OrreryError,
  type OrreryErrorOptions,
} from './orrery_error.js';
export { isOrrerys, OWN_FOLDER } from './own_folder.js';
export { printable, printableLog, printableName } from './printable.js';
export {
  DescriptionError,
  formatPlace,
  type Place,
  Problems,
  tooLong,
  tooManyLines,
  tooManyTags,
  whyUnreadable,
} from './problems.js';
export { readDescription } from './read_description.js';
export { readRegularFile } from './read_regular_file.js';
export { type KnownNames, requireKnownOptions } from './require_known_options.js';
export { withoutOwnFrames } from './without_own_frames.js';
