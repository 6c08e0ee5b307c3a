/**
 * Room `math`: the functions of `Math` whose last bit depends on the engine, written once so that
 * they give the same bits everywhere.
 *
 * Imports nothing; every room may import it.
 */
export { pinnedMath, pinnedPow } from './pinned_math.js';
