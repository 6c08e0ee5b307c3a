/** `orrery explore --races` finds exactly the pairs that matter, in the order of the harm that they do. */
import { describe, expect, it } from 'vitest';
import { orrerySim, systemOf } from './explored.js';

const racesOf = (name: string, until: string) =>
  orrerySim.findRaces({ config: systemOf([name], until), parallel: 1 });

describe('races', () => {
  it('are three of five pairs, and the one that fails is first', async () => {
    const { races, pairs, triedPairs } = await racesOf('three_races', '195ms');
    expect([pairs, triedPairs]).toEqual([5, 5]);
    expect(races.map(({ node }) => node)).toEqual(['/thrower', '/resulter', '/first_word']);
    const [thrower, resulter, firstWord] = races;
    expect(thrower!.failure).toContain('b came first');
    expect(resulter).toMatchObject({ results: ['/resulter/result'], failure: undefined });
    expect(firstWord).toMatchObject({ results: [], passing: ['/first_word/result'] });
    for (const { node, first, second, together, harmful, tried, example } of races) {
      const ways = [`${node}/a → ${node}`, `${node}/b → ${node}`];
      expect([first, second].sort()).toEqual(ways);
      expect({ together, harmful, tried }).toEqual({ together: [], harmful: 1, tried: 1 });
      expect(example.run).toMatch(/^timer .* of /);
    }
  });

  it('of two publishers of one topic have the names of both', async () => {
    const { races } = await racesOf('one_topic', '150ms');
    expect(races).toMatchObject([
      { node: '/sink', first: '/in of /a → /sink', second: '/in of /b → /sink', states: ['/sink'] },
    ]);
  });

  it('of nodes that share memory have no common node', async () => {
    const { races } = await racesOf('shared_memory', '150ms');
    expect(races).toMatchObject([{ node: undefined, results: ['/count_a', '/count_b'] }]);
  });

  it.each(['commuting', 'planner'])('are none in %s', async (name) => {
    const report = await racesOf(name, '300ms');
    expect(report).toMatchObject({ races: [], failure: undefined, interrupted: false });
  });
});
