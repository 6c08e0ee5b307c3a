import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Logging } from '../client/index.js';
import {
  BufferCore,
  ConnectivityException,
  ExtrapolationException,
  InvalidArgumentException,
  inverse,
  LookupException,
  multiply,
  type Quaternion,
  type Transform,
} from './index.js';
import { distance, moved, SECOND, stamped, transform } from './transforms.test_support.js';

beforeAll(() => Logging.getLogger('tf2_buffer').setLoggerLevel(50));

function lookup(buffer: BufferCore, target: string, source: string, time: bigint): Transform {
  return buffer.lookupTransform(target, source, time).transform;
}

describe('a buffer', () => {
  const chain = fc.array(transform, { minLength: 3, maxLength: 6 });

  it('returns exactly what was set', () => {
    fc.assert(
      fc.property(transform, (t) => {
        const buffer = new BufferCore();
        expect(buffer.setTransform(stamped('a', 'b', SECOND, t), 'me')).toBe(true);
        const found = buffer.lookupTransform('a', 'b', SECOND);
        expect(found).toMatchObject({ child_frame_id: 'b', header: { frame_id: 'a' } });
        expect(distance(found.transform, t)).toBe(0);
        expect(found.header.stamp).toEqual({ sec: 1, nanosec: 0 });
      }),
    );
  });

  it('lookup(a, c) = lookup(a, b) lookup(b, c), in any tree', () => {
    fc.assert(
      fc.property(chain, fc.array(fc.nat(), { minLength: 6 }), fc.nat(), (edges, parents, pick) => {
        const buffer = new BufferCore();
        edges.forEach((edge, i) => {
          const parent = `f${(parents[i] as number) % (i + 1)}`;
          buffer.setTransform(stamped(parent, `f${i + 1}`, SECOND, edge), 'me', i % 2 === 0);
        });
        const name = (n: number) => `f${n % (edges.length + 1)}`;
        const [a, b, c] = [name(pick), name(pick >> 3), name(pick >> 6)];
        const find = (to: string, from: string) => lookup(buffer, to, from, SECOND);
        expect(distance(find(a, c), multiply(find(a, b), find(b, c)))).toBeLessThan(1e-8);
        expect(distance(find(a, c), inverse(find(c, a)))).toBeLessThan(1e-8);
        expect(buffer.canTransform(a, c, SECOND)).toBe(true);
      }),
    );
  });

  it('interpolates between stamps; the end points are exact', () => {
    fc.assert(
      fc.property(transform, transform, fc.bigInt({ min: 0n, max: SECOND }), (one, two, after) => {
        const buffer = new BufferCore();
        buffer.setTransform(stamped('a', 'b', 2n * SECOND, two), 'me');
        buffer.setTransform(stamped('a', 'b', SECOND, one), 'me');
        const ratio = Number(after) / 1e9;
        const found = lookup(buffer, 'a', 'b', SECOND + after);
        // Exact but for the sign of zero: composition adds 0, here as in tf2, and 0 + -0 is 0.
        if (after === 0n) expect(distance(found, one)).toBe(0);
        if (after === SECOND) expect(distance(found, two)).toBe(0);
        const x = one.translation.x * (1 - ratio) + two.translation.x * ratio;
        expect(found.translation.x).toBeCloseTo(x, 9);
        const { rotation: q } = found;
        expect(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).toBeCloseTo(1, 9);
      }),
    );
  });

  it('travels in time as the explicit composition does', () => {
    fc.assert(
      fc.property(chain, fc.bigInt({ min: SECOND, max: 2n * SECOND }), (edges, time) => {
        const buffer = new BufferCore();
        const [a, b, c, d] = edges as [Transform, Transform, Transform, Transform | undefined];
        buffer.setTransform(stamped('map', 'robot', SECOND, a), 'me');
        buffer.setTransform(stamped('map', 'robot', 2n * SECOND, b), 'me');
        buffer.setTransform(stamped('robot', 'camera', 0n, c), 'me', true);
        buffer.setTransform(stamped('map', 'goal', SECOND, d ?? a), 'me');
        buffer.setTransform(stamped('map', 'goal', 2n * SECOND, b), 'me');
        const full = buffer.lookupTransformFull('camera', 2n * SECOND, 'goal', time, 'map');
        const back = lookup(buffer, 'camera', 'map', 2n * SECOND);
        const there = lookup(buffer, 'map', 'goal', time);
        expect(full.transform).toEqual(multiply(back, there));
        expect(full.header).toEqual({ frame_id: 'camera', stamp: { sec: 2, nanosec: 0 } });
        expect(buffer.canTransformFull('camera', 2n * SECOND, 'goal', time, 'map')).toBe(true);
        expect(buffer.canTransformFull('camera', 9n * SECOND, 'goal', time, 'map')).toBe(false);
      }),
    );
  });

  it('keeps transforms that are older than the latest by at most the cache time', () => {
    const ns = fc.bigInt({ min: 1n, max: 40n * SECOND });
    const span = fc.bigInt({ min: 0n, max: 20n * SECOND });
    fc.assert(
      fc.property(fc.uniqueArray(ns, { minLength: 1 }), fc.option(span), (stamps, cacheTime) => {
        const buffer = new BufferCore(cacheTime);
        const kept = cacheTime ?? 10n * SECOND;
        let latest = 0n;
        for (const stamp of stamps) {
          const taken = buffer.setTransform(stamped('a', 'b', stamp), 'me');
          expect(taken).toBe(latest === 0n || stamp >= latest - kept);
          if (stamp > latest) latest = stamp;
        }
        for (const stamp of stamps) {
          if (stamp >= latest - kept) expect(buffer.canTransform('a', 'b', stamp)).toBe(true);
        }
        const oldest = latest - kept - 1n;
        if (oldest > 0n) expect(buffer.canTransform('a', 'b', oldest)).toBe(false);
        expect(buffer.getLatestCommonTime('a', 'b')).toBe(latest);
      }),
    );
  });

  it('uses the last to arrive of equal stamps', () => {
    const buffer = new BufferCore();
    for (const x of [1, 2, 2, 3]) buffer.setTransform(stamped('a', 'b', SECOND, moved(x, 0, 0)));
    expect(lookup(buffer, 'a', 'b', 0n).translation.x).toBe(3);
    expect(buffer.allFramesAsYaml()).toContain('rate: 30000.000');
  });

  it('time 0 is the latest time that all frames on the way have', () => {
    const buffer = new BufferCore();
    for (const s of [1n, 2n, 3n]) buffer.setTransform(stamped('map', 'odom', s * SECOND));
    for (const s of [1n, 2n]) buffer.setTransform(stamped('odom', 'base', s * SECOND));
    buffer.setTransform(stamped('base', 'laser', 0n), 'me', true);
    buffer.setTransform(stamped('map', 'goal', (5n * SECOND) / 2n));
    const stamp = (to: string, from: string) => buffer.lookupTransform(to, from).header.stamp;
    expect(stamp('map', 'laser')).toEqual({ sec: 2, nanosec: 0 });
    expect(stamp('laser', 'map')).toEqual({ sec: 2, nanosec: 0 });
    expect(stamp('map', 'odom')).toEqual({ sec: 3, nanosec: 0 });
    expect(stamp('base', 'laser')).toEqual({ sec: 0, nanosec: 0 });
    expect(buffer.getLatestCommonTime('laser', 'goal')).toBe(2n * SECOND);
    expect(buffer.getLatestCommonTime('odom', 'odom')).toBe(3n * SECOND);
  });

  it('says what is wrong, by name and time', () => {
    const buffer = new BufferCore();
    const error = (call: () => unknown) => {
      try {
        call();
      } catch (thrown) {
        return thrown as Error;
      }
      throw new Error('nothing was thrown');
    };
    buffer.setTransform(stamped('map', 'robot', SECOND));
    expect(error(() => lookup(buffer, 'map', 'robot', 7n)).message).toContain('the only transform');
    buffer.setTransform(stamped('map', 'robot', 2n * SECOND));
    buffer.setTransform(stamped('moon', 'rover', SECOND));
    const past = error(() => lookup(buffer, 'map', 'robot', SECOND / 2n));
    expect(past).toBeInstanceOf(ExtrapolationException);
    expect(past.message).toContain(
      'at 0.500000000 s would need extrapolation into the past: the earliest transform of robot is from 1.000000000 s',
    );
    const future = error(() => lookup(buffer, 'robot', 'map', 3n * SECOND));
    expect(future).toMatchObject({ name: 'ExtrapolationException', available: 2n * SECOND });
    expect(future.message).toContain('into the future');
    expect(error(() => lookup(buffer, 'map', 'rover', SECOND))).toBeInstanceOf(
      ConnectivityException,
    );
    expect(error(() => lookup(buffer, 'map', 'rover', 0n)).name).toBe('ConnectivityException');
    const unknown = error(() => lookup(buffer, 'map', 'nobody', 0n));
    expect(unknown).toBeInstanceOf(LookupException);
    expect(unknown.message).toContain('nobody does not exist');
    for (const frame of ['', '/robot']) {
      expect(error(() => lookup(buffer, 'map', frame, 0n))).toBeInstanceOf(
        InvalidArgumentException,
      );
      expect(buffer.canTransform('map', frame)).toBe(false);
    }
    expect(error(() => buffer.lookupTransform('map', 'robot', 5 as 0)).message).toContain('5 is');
    expect(error(() => new BufferCore(-1)).message).toContain('-1 is not a valid duration');
    buffer.setTransform(stamped('rover', 'moon', SECOND));
    expect(error(() => lookup(buffer, 'rover', 'map', SECOND)).message).toContain('form a loop');
  });

  it('removes one leading slash from the frames that are set', () => {
    const buffer = new BufferCore();
    buffer.setTransform(stamped('/map', '/robot', SECOND));
    expect(buffer.getAllFrameNames()).toEqual(['robot', 'map']);
  });

  it('ignores impossible transforms', () => {
    const buffer = new BufferCore();
    const turned = (q: Quaternion) => ({ ...moved(0, 0, 0), rotation: q });
    const bad = [
      stamped('', 'b', SECOND),
      stamped('a', '', SECOND),
      stamped('a', '/a', SECOND),
      stamped('a', 'b', SECOND, moved(Number.NaN, 0, 0)),
      stamped('a', 'b', SECOND, turned({ x: 0, y: 0, z: 0, w: Number.NaN })),
      stamped('a', 'b', SECOND, turned({ x: 0, y: 0, z: 0, w: 0 })),
      stamped('a', 'b', SECOND, turned({ x: 0, y: 0, z: 0, w: 1.006 })),
    ];
    expect(bad.map((one) => buffer.setTransform(one, 'me'))).toEqual(bad.map(() => false));
    expect(buffer.getAllFrameNames()).toEqual([]);
    expect(
      buffer.setTransform(stamped('a', 'b', SECOND, turned({ x: 0, y: 0, z: 0, w: 1.004 }))),
    ).toBe(true);
  });

  it('forgets moving frames when it is cleared, and the old transforms of a frame that becomes static or moving', () => {
    const buffer = new BufferCore();
    buffer.setTransform(stamped('a', 'b', SECOND), 'me');
    buffer.setTransform(stamped('a', 'c', SECOND), 'me', true);
    buffer.clear();
    expect([buffer.canTransform('a', 'b'), buffer.canTransform('a', 'c')]).toEqual([false, true]);
    expect(() => lookup(buffer, 'a', 'b', SECOND)).toThrow('nothing is in the buffer for b');
    buffer.setTransform(stamped('a', 'c', SECOND), 'me', false);
    expect(buffer.canTransform('a', 'c', 2n * SECOND)).toBe(false);
  });

  it('knows a frame in itself, even one that does not exist', () => {
    const buffer = new BufferCore();
    expect(buffer.lookupTransform('x', 'x', 5n)).toEqual(stamped('x', 'x', 5n));
    expect(buffer.canTransform('x', 'x')).toBe(true);
  });

  it('describes its frames', () => {
    const buffer = new BufferCore();
    expect(buffer.allFramesAsYaml()).toBe('[]');
    for (const s of [1n, 2n, 3n]) buffer.setTransform(stamped('map', 'odom', s * SECOND), 'ekf');
    buffer.setTransform(stamped('odom', 'laser', 0n), 'urdf', true);
    expect(buffer.allFramesAsString()).toBe(
      'Frame odom exists with parent map.\nFrame laser exists with parent odom.\n',
    );
    expect(
      buffer
        .allFramesAsYaml((7n * SECOND) / 2n)
        .split('\n')
        .slice(0, 8),
    ).toEqual([
      'odom: ',
      "  parent: 'map'",
      "  broadcaster: 'ekf'",
      '  rate: 1.500',
      '  most_recent_transform: 3.000000',
      '  oldest_transform: 1.000000',
      '  transform_delay: 0.500',
      '  buffer_length: 2.000',
    ]);
  });
});
