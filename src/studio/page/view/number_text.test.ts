import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortText, textsOf } from './number_text.js';

describe('numbers beside a plot', () => {
  it('have distinct labels that state the value', () => {
    const steps = fc.tuple(fc.constantFrom(1, 2, 5), fc.integer({ min: -12, max: 9 }));
    fc.assert(
      fc.property(steps, fc.integer({ min: -1000, max: 1000 }), ([unit, power], first) => {
        const step = unit * 10 ** power;
        const values = Array.from({ length: 6 }, (_, i) => (first + i) * step);
        const texts = textsOf(values);
        expect(new Set(texts).size).toBe(values.length);
        texts.forEach((text, i) => {
          expect(Math.abs(Number(text) - values[i]!)).toBeLessThan(step / 2);
        });
      }),
    );
  });

  it('keep their digits if they are small', () => {
    expect(textsOf([-2e-5, 0, 2e-5])).toEqual(['-0.00002', '0', '0.00002']);
    expect(textsOf([-0.5, 0, 0.5])).toEqual(['-0.5', '0', '0.5']);
    expect(shortText(0.0000472284)).toBe('0.0000472284');
  });
});
