import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NodeInputs } from '../record/index.js';
import { pairKey, pairsAtOneInstant, reversalsOf } from './reversals.js';

/** Inputs of nodes: `{ '/n': ['a@1', 'b@1'] }` says what ran when. */
function inputsOf(nodes: Readonly<Record<string, readonly string[]>>): NodeInputs {
  const names = [
    ...new Set(
      Object.values(nodes)
        .flat()
        .map((entry) => entry.split('@')[0]!),
    ),
  ];
  const logs = Object.entries(nodes).map(([node, entries]) => {
    const pairs = entries.map((entry) => entry.split('@') as [string, string]);
    const at = pairs.map(([, time]) => Number(time));
    const what = pairs.map(([name]) => names.indexOf(name));
    return [node, { at, what, number: what.map(() => 0) }] as const;
  });
  return { names, nodes: Object.fromEntries(logs) };
}

describe('a reversal', () => {
  const standard = inputsOf({ '/n': ['a@1', 'b@1', 'c@1', 'a@2', 'b@2'], '/m': ['x@2', 'y@2'] });

  it('is the first place where a node did things in another order', () => {
    const other = inputsOf({ '/n': ['c@1', 'a@1', 'b@1', 'a@2', 'b@2'], '/m': ['y@2', 'x@2'] });
    expect(reversalsOf(standard, other)).toEqual([
      { node: '/n', at: 1, first: 'a', second: 'c', passes: ['b'] },
    ]);
  });

  it('is absent if other things ran, or at other times', () => {
    for (const first of [['d@1'], ['a@2'], ['b@2', 'a@2'], []]) {
      expect(reversalsOf(standard, inputsOf({ '/n': first, '/m': ['x@2', 'y@2'] }))).toEqual([]);
    }
  });

  it('is one of the pairs at one instant, in any run', () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 2));
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (entries, keys) => {
          const sorted = [...entries].sort(([, a], [, b]) => a - b);
          const ranks = new Map(sorted.map((each) => [each, keys.next().value as number]));
          const shuffled = [...sorted].sort((a, b) => a[1] - b[1] || ranks.get(a)! - ranks.get(b)!);
          const log = (all: typeof sorted) =>
            inputsOf({ '/n': all.map(([name, time]) => `${name}@${time}`) });
          const [a, b] = [log(sorted), log(shuffled)];
          const found = reversalsOf(a, b);
          const isSame = sorted.every(([name], i) => shuffled[i]![0] === name);
          expect(found).toHaveLength(isSame ? 0 : 1);
          for (const { first, second } of found) {
            expect(pairsAtOneInstant(a)).toContain(pairKey('/n', first, second));
          }
        },
      ),
    );
  });
});
