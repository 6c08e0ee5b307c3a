import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeAt } from './network_links.js';

const whole = fc.integer({ min: -1000, max: 1000 });
const point = fc.tuple(whole, whole, whole);
const trajectory = fc
  .uniqueArray(fc.record({ time: fc.nat(1000), at: point }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ time }) => time,
  })
  .map((points) => points.sort((a, b) => a.time - b.time));
const placed = (model: Parameters<typeof placeAt>[0], time: number) => {
  const { x, y, z } = placeAt(model, time);
  return [x, y, z];
};

it('puts an agent where the network has it: at its place, or moving linearly from point to point', () => {
  fc.assert(
    fc.property(trajectory, fc.nat(1200), (points, time) => {
      const [first, last] = [points[0]!, points.at(-1)!];
      expect(placed({ at: first.at }, time)).toEqual(first.at);
      for (const each of points) expect(placed({ trajectory: points }, each.time)).toEqual(each.at);
      const [before, after] = [
        points.findLast((each) => each.time <= time) ?? first,
        points.find((each) => each.time > time) ?? last,
      ];
      const passed = time - before.time;
      const whole = after.time - before.time;
      placed({ trajectory: points }, time).forEach((value, axis) => {
        const [from, to] = [before.at[axis]!, after.at[axis]!];
        const outside = whole <= 0 || passed <= 0;
        expect(value).toBeCloseTo(outside ? from : from + ((to - from) * passed) / whole, 6);
      });
    }),
  );
});
