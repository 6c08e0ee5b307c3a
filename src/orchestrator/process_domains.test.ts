import { expect, it } from 'vitest';
import { processDomains } from './process_domains.js';

it('processes may get the domains that the variable names', () => {
  expect(processDomains('7')).toEqual([7]);
  expect(processDomains('0, 19-21,230-232,20')).toEqual([0, 19, 20, 21, 230, 231, 232]);
  const usual = processDomains();
  expect([usual.length, usual[0], usual.at(-1)]).toEqual([118, 1, 231]);
});

it.each(['', 'a', '3-1', '-3', '1-', '230-233', '1,,2', '1.5', '1e1', '0x5', '99999999999'])(
  'refuses "%s" as domains of processes',
  (words) => {
    expect(() => processDomains(words)).toThrow(`The variable ORRERY_DOMAINS is "${words}"`);
  },
);
