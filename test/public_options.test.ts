/** Every function of the public API that takes options refuses those that do not exist. */
import { expect, it } from 'vitest';
import { openBag } from '../src/bag/public.js';
import { compareSystem } from '../src/compare/public.js';
import { ape, rpe } from '../src/eval/public.js';
import { exploreSystem } from '../src/explore/public.js';
import { Simulation } from '../src/simulation/public.js';
import { simulate } from '../src/testing/index.js';
import { verifySystem } from '../src/verify/public.js';

const CALLS: Readonly<Record<string, (options: never) => unknown>> = {
  Simulation: (options) => new Simulation(options),
  openBag: (options) => openBag('none.mcap', options),
  compareSystem,
  exploreSystem,
  verifySystem,
  ape: (options) => ape(undefined as never, undefined as never, options),
  rpe: (options) => rpe(undefined as never, undefined as never, options),
  simulate: (options) => simulate('none.js', options),
};

it.each(Object.entries(CALLS))('%s', async (_, call) => {
  const attempt = async () => call({ paralel: 2 } as never);
  await expect(attempt()).rejects.toMatchObject({
    code: expect.stringMatching(/^ORR_(OPTION_UNKNOWN|SIMULATE_OPTION)$/),
    message: expect.stringContaining('"paralel" is not an option of '),
  });
});
