/** Adds the matchers to jest's `expect`: `require('orrery-sim/testing/jest')`, or as a set-up file. */
import testing = require('./commonjs.cjs');

import type { OrreryMatchers } from './orrery_matchers.js';

declare global {
  namespace jest {
    interface Matchers<R, T> extends OrreryMatchers<R, T> {}
  }
}

const { expect } = globalThis as typeof globalThis & {
  readonly expect: { extend(matchers: object): void };
};
expect.extend(testing.orreryMatchers);
