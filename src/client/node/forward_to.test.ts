import { expect, it } from 'vitest';
import { forwardTo } from './forward_to.js';

class Counter {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(first: number, second = 0): number {
    this.#count += first + second;
    return this.#count;
  }
}

export interface Whole extends Counter {}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: what is tested here.
export class Whole {
  readonly #counter = new Counter();

  static {
    forwardTo(Whole.prototype, Counter, (whole) => whole.#counter);
  }
}

it('gives an instance the methods and accessors of its own part', () => {
  const [one, other] = [new Whole(), new Whole()];
  expect(one.add(1, 2)).toBe(3);
  expect(other.add(5)).toBe(5);
  expect([one.count, other.count]).toEqual([3, 5]);
  expect([one.add.name, one.add.length]).toEqual(['add', 1]);
  expect(Object.keys(Whole.prototype)).toEqual([]);
});

it('leaves subclasses their own methods, with super', () => {
  class Twice extends Whole {
    override add(first: number, second?: number): number {
      return super.add(2 * first, second);
    }
  }
  expect(new Twice().add(2, 1)).toBe(5);
});
