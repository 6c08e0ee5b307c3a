import { describe, expect, it } from 'vitest';
import { Simulation } from './simulation.js';

describe('a Simulation', () => {
  it.each([
    [{ distro: 'jaz' }],
    [{ initialTime: 5 }],
    [{ instantLimit: Number.NaN }],
    [{ instantLimit: -1 }],
    [{ onTurn: 5 }],
    [{ orderDigest: 'no' }],
    [{ rate: Number.NaN }],
    [{ rate: 0 }],
    [{ rate: '2' }],
    [{ seed: {} }],
    [{ seed: null }],
  ])('refuses %o', (options) => {
    const [name] = Object.keys(options);
    expect(() => new Simulation(options as never)).toThrow(
      expect.objectContaining({
        code: 'ORR_OPTION_VALUE',
        message: expect.stringContaining(`The option "${name}" of a Simulation is `),
      }),
    );
  });

  it('accepts valid options', () => {
    for (const seed of [7, 7n, '7', -1.5]) expect(new Simulation({ seed }).time).toBe(0n);
    expect(new Simulation({ initialTime: -5n, distro: 'humble', rate: 0.5 }).time).toBe(-5n);
  });

  // With any of these, time would pass for ever, or not at all.
  it.each([Number.NaN, 1.5, -1, -1n, '3', undefined, null, Number.POSITIVE_INFINITY])(
    'does not step for %s',
    async (duration) => {
      const simulation = new Simulation();
      const step = simulation.stepFor(duration as bigint);
      await expect(step).rejects.toMatchObject({ code: 'ORR_DURATION' });
      await simulation.stepFor(5n);
      expect(simulation.time).toBe(5n);
    },
  );
});
