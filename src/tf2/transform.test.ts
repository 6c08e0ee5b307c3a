import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  inverse,
  multiply,
  type Quaternion,
  quaternionFromRPY,
  rotate,
  rpyFromQuaternion,
  slerp,
} from './index.js';
import { angle, distance, moved, transform } from './transforms.test_support.js';

const EPSILON = 1e-9;

describe('transforms', () => {
  it('and their inverse make the identity', () => {
    fc.assert(
      fc.property(transform, (t) => {
        expect(distance(multiply(t, inverse(t)), moved(0, 0, 0))).toBeLessThan(EPSILON);
        expect(distance(multiply(inverse(t), t), moved(0, 0, 0))).toBeLessThan(EPSILON);
      }),
    );
  });

  it('turn as their angles say', () => {
    const quarter = quaternionFromRPY(0, 0, Math.PI / 2);
    const turned = rotate(quarter, { x: 1, y: 0, z: 0 });
    expect(distance({ ...moved(0, 0, 0), translation: turned }, moved(0, 1, 0))).toBeLessThan(
      1e-15,
    );
    const pitch = fc.double({ min: -1.5, max: 1.5, noNaN: true });
    fc.assert(
      fc.property(angle, pitch, angle, (r, p, y) => {
        const back = rpyFromQuaternion(quaternionFromRPY(r, p, y));
        expect(back.pitch).toBeCloseTo(p, 6);
        expect(Math.cos(back.roll - r)).toBeCloseTo(1, 6);
        expect(Math.cos(back.yaw - y)).toBeCloseTo(1, 6);
      }),
    );
    const up = rpyFromQuaternion(quaternionFromRPY(0.3, Math.PI / 2, 0));
    expect([up.roll, up.pitch, up.yaw]).toEqual([expect.closeTo(0.3, 6), Math.PI / 2, 0]);
  });

  it('are interpolated the shorter way round, at constant speed', () => {
    const negative = ({ x, y, z, w }: Quaternion) => ({ x: -x, y: -y, z: -z, w: -w });
    fc.assert(
      fc.property(angle, angle, fc.double({ min: 0, max: 1, noNaN: true }), (from, by, ratio) => {
        fc.pre(Math.abs(by) < 3.1);
        const [a, b] = [quaternionFromRPY(0, 0, from), quaternionFromRPY(0, 0, from + by)];
        const expected = quaternionFromRPY(0, 0, from + by * ratio);
        for (const end of [b, negative(b)]) {
          const t = { ...moved(0, 0, 0), rotation: slerp(a, end, ratio) };
          expect(distance(t, { ...moved(0, 0, 0), rotation: expected })).toBeLessThan(1e-7);
        }
      }),
    );
  });
});
