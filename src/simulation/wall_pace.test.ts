import { describe, expect, it } from 'vitest';
import { Simulation } from './simulation.js';

/** Three chains of timers; what they did, in order, and how far the clock came. */
async function run(rate?: number): Promise<string> {
  const simulation = new Simulation(rate === undefined ? {} : { rate });
  const seen: string[] = [];
  for (const period of [3e6, 5e6, 7e6]) {
    const again = () => {
      seen.push(`${period}@${simulation.kernel.now}`);
      simulation.schedule(period, again);
    };
    simulation.schedule(period, again);
  }
  await simulation.stepFor(100_000_000n);
  return `${seen.join(' ')} ${simulation.time} ${simulation.graph.orderDigest}`;
}

describe('a paced run', () => {
  it('does what the unpaced run does, whatever the rate', async () => {
    const unpaced = await run();
    for (const rate of [1, 0.5, 1000]) expect(await run(rate)).toBe(unpaced);
  });

  it('takes no less than its time on the wall clock', async () => {
    const start = process.hrtime.bigint();
    await run(0.5);
    expect(process.hrtime.bigint() - start).toBeGreaterThanOrEqual(200_000_000n);
  });

  it('still ends when nothing is left to happen', async () => {
    const simulation = new Simulation({ rate: 1 });
    simulation.schedule(1_000_000, () => {});
    expect(await simulation.run()).toBe('idle');
  });
});
