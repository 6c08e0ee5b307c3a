import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Delayed, DelayQueue } from './delay_queue.js';

class Item implements Delayed {
  position = -1;
  constructor(
    readonly due: number,
    readonly number: number,
    readonly background: boolean,
  ) {}
  run(): boolean {
    return true;
  }
  label(): string {
    return String(this.number);
  }
}

const operation = fc.oneof(
  { weight: 4, arbitrary: fc.record({ due: fc.nat(20), background: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant('shift' as const) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(100) }) },
);

it('behaves like a list sorted by due time and insertion, whatever is added and removed', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
      const queue = new DelayQueue();
      const model: Item[] = [];
      operations.forEach((step, number) => {
        if (step === 'shift') {
          if (model.length > 0) expect(queue.shift()).toBe(model.shift());
        } else if ('remove' in step) {
          const [item] = model.splice(step.remove, 1);
          if (item !== undefined) queue.remove(item);
        } else {
          const item = new Item(step.due, number, step.background);
          queue.push(step.due, item);
          model.push(item);
          model.sort((a, b) => a.due - b.due || a.number - b.number);
        }
        expect(queue.size).toBe(model.length);
        expect(queue.nextDue).toBe(model[0]?.due ?? Number.POSITIVE_INFINITY);
        expect(queue.idle).toBe(model.every((item) => item.background));
      });
    }),
  );
});

it('ignores the removal of an item that it does not hold', () => {
  const queue = new DelayQueue();
  const item = new Item(1, 0, false);
  queue.push(1, item);
  queue.shift();
  queue.remove(item);
  expect(queue.size).toBe(0);
});
