import { describe, expect, it } from 'vitest';
import { pinnedMath } from '../math/index.js';
import { installPinnedMath } from './patch_math.js';

describe('installPinnedMath', () => {
  it('replaces, converts arguments and puts back', () => {
    const { sin, pow } = Math;
    const restore = installPinnedMath();
    try {
      expect(Math.sin).not.toBe(sin);
      expect(Math.sin('1' as never)).toBe(pinnedMath.sin(1));
      expect(('2' as never) ** ({ valueOf: () => 3 } as never)).toBe(8);
      expect([Math.sin.name, Math.sin.length, Math.atan2.length]).toEqual(['sin', 1, 2]);
      expect(() => Math.sin(1n as never)).toThrow(TypeError);
    } finally {
      restore();
    }
    expect([Math.sin, Math.pow]).toEqual([sin, pow]);
  });
});
