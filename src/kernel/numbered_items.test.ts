import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberedItems } from './numbered_items.js';

describe('NumberedItems', () => {
  it('holds what a Map holds, by ascending numbers', () => {
    const step = fc.record({
      kind: fc.constantFrom('set', 'set', 'delete', 'oldest'),
      by: fc.nat(60),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const items = new NumberedItems<string>();
        const map = new Map<number, string>();
        let last = 0;
        for (const { kind, by } of steps) {
          if (kind === 'set') {
            // Mostly larger than all others, sometimes smaller, or one that exists.
            last += 1 + (by % 3);
            const number = by > 55 ? last - by : last;
            items.set(number, `item ${number} ${by}`);
            map.set(number, `item ${number} ${by}`);
          } else {
            const number = kind === 'oldest' ? (map.keys().next().value ?? 0) : last - by;
            expect(items.get(number)).toBe(map.get(number));
            expect(items.has(number)).toBe(map.has(number));
            expect(items.delete(number)).toBe(map.delete(number));
          }
          expect(items.size).toBe(map.size);
        }
        const sorted = [...map].sort(([a], [b]) => a - b);
        expect([...items]).toEqual(sorted);
        expect([...items.values()]).toEqual(sorted.map(([, item]) => item));
      }),
    );
  });

  it('can be iterated while items are removed', () => {
    const items = new NumberedItems<string>();
    for (const number of [1, 2, 3, 4]) items.set(number, `${number}`);
    const seen: number[] = [];
    for (const [number] of items) {
      seen.push(number);
      items.delete(number + 1);
    }
    expect(seen).toEqual([1, 3]);
  });

  it('leaves no garbage that only a full collection would free', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: {
      readonly type: 'minor' | 'major';
    }) => void;
    setFlagsFromString('--no-expose-gc');
    const items = new NumberedItems<object>();
    items.set(0, {});
    // Moves it to the old generation.
    for (let i = 0; i < 3; i++) collect({ type: 'major' });
    const before = getHeapStatistics().used_heap_size;
    for (let number = 1; number <= 100_000; number++) {
      items.delete(number - 1);
      items.set(number, {});
      if (number % 1000 === 0) collect({ type: 'minor' });
    }
    // With a Map, the heap grows by 11 MB.
    expect(getHeapStatistics().used_heap_size - before).toBeLessThan(4e6);
  });
});
