/**
 * Room `start`: keeps what V8 compiles of Orrery, so that later processes need not compile it again.
 *
 * The build moves the code of large modules into scripts (`scripts/split_code.mjs`), because Node 20 takes kept code
 * for scripts only; `loadCode` runs them. The first process of a version of Node keeps what it has compiled, beside the
 * scripts; the build makes such a run itself.
 *
 * May import: nothing.
 */

export { keepCode, loadCode } from './kept_code.js';
