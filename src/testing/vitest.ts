/** Adds the matchers to vitest's `expect`: import `orrery-sim/testing/vitest`, or name it as a set-up file. */
import { expect } from 'vitest';
import { type OrreryMatchers, orreryMatchers } from './orrery_matchers.js';

declare module 'vitest' {
  interface Matchers<T> extends OrreryMatchers<void, T> {}
}

expect.extend(orreryMatchers);
