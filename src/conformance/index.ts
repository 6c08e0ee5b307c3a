/**
 * Room `conformance`: runs reference vectors that were made with the real systems, and says where
 * the first difference is.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`, `models`, `executors`, `simulation`.
 */
export { firstDifference } from './compare.js';
export { Network } from './network.js';
export { readVectorFile, type VectorFile } from './vector_file.js';
export { runVector, vectorFiles } from './vectors.js';
