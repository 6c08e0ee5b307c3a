import { expect, it } from 'vitest';
import { requireKnownOptions } from './require_known_options.js';

it('refuses an option that does not exist, and suggests the one that was meant or lists all', () => {
  const check = (given: object) =>
    requireKnownOptions(given, { seed: true, rate: true }, 'a Simulation');
  check({ seed: 1 });
  check({ rate: undefined });
  expect(() => check({ sed: 1 })).toThrow(
    '"sed" is not an option of a Simulation; did you mean "seed"?',
  );
  expect(() => check({ x: 1 })).toThrow('; its options are seed, rate.');
  expect(() => check(5 as never)).toThrow('The options of a Simulation are not an object.');
});
