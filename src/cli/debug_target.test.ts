import { describe, expect, it } from 'vitest';
import type { DebugSession } from '../debug/index.js';
import { debugTarget } from './debug_target.js';

const startingAt = (start: bigint) => ({ history: { start } }) as Pick<DebugSession, 'history'>;

describe('a point of a run', () => {
  it.each([
    ['12.34s', 0n, 12_340_000_000n],
    ['250ms', 5n, 250_000_005n],
    ['12.34', 1_700_000_000_000_000_000n, 1_700_000_012_340_000_000n],
    ['1700000012.000000001', 1_700_000_000_000_000_000n, 1_700_000_012_000_000_001n],
    ['1700000012.5s', 0n, 1_700_000_012_500_000_000n],
  ])('is the time %s of a run that began at %s', (text, start, time) => {
    expect(debugTarget(text, startingAt(start))).toEqual({ time });
    expect(debugTarget(text, startingAt(start), '/n')).toEqual({ time, node: '/n' });
  });

  it('is the number of a callback', () => {
    expect(debugTarget('#91', startingAt(0n))).toEqual({ callback: 91 });
  });

  it.each(['soon', '#', '-1s', ''])('is not "%s"', (text) => {
    expect(() => debugTarget(text, startingAt(0n))).toThrow('is not a point of a run');
  });
});
