import { AssertionError } from 'node:assert';
import {
  type CheckResult,
  checkCount,
  checkDigest,
  checkLatency,
  checkRate,
  checkValue,
} from './checks.js';
import { keepRunsIn } from './simulate.js';

/** Turns a check into a function that throws an `AssertionError` unless the check passes. */
function asserting<A extends unknown[]>(check: (...args: A) => CheckResult): (...args: A) => void {
  return (...args) => {
    const { pass, message } = check(...args);
    if (pass) return;
    keepRunsIn(message);
    throw new AssertionError({ message });
  };
}

/** For node:test: a topic has this many messages. */
export const assertCount = asserting(checkCount);
/** A topic has this mean rate. */
export const assertRate = asserting(checkRate);
/** Every latency of a topic is within bounds. */
export const assertLatency = asserting(checkLatency);
/** A field of the last message (or the first, or every one) has this value. */
export const assertValue = asserting(checkValue);
/** A run has this digest, or the same digest as another run. */
export const assertDigest = asserting(checkDigest);
