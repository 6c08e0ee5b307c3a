/**
 * The module that stands in for `rclnodejs` 2.2: its 95 names, in the default export and each by
 * itself.
 */
import * as names from './names.js';

export * from './names.js';

/** All names in one object, as `require('rclnodejs')` gives it. */
const rclnodejs = { ...names };

export default rclnodejs;
