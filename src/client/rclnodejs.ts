/**
 * The module that stands in for `rclnodejs` 2.2: its 95 names, in the default export and each by
 * itself, and `Logging`, by which its declarations know `logging`.
 */
import * as names from './names.js';

export { Logging } from './logging/logging.js';
export * from './names.js';

/** All names in one object, as `require('rclnodejs')` gives it. */
const rclnodejs = { ...names };

export default rclnodejs;
