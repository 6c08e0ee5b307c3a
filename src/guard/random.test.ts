import crypto from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { installGuard } from './install_guard.js';

let uninstall = () => {};
afterEach(() => uninstall());

/** Draws from every source once under a fresh guard. */
async function draw(): Promise<unknown[]> {
  const world = new FakeWorld();
  const guard = installGuard(world);
  uninstall = () => guard.uninstall();
  const bytes = promisify(crypto.randomBytes);
  const int = promisify(
    crypto.randomInt as (max: number, cb: (e: Error | null, n: number) => void) => void,
  );
  const values = [
    Math.random(),
    crypto.randomUUID(),
    globalThis.crypto.randomUUID(),
    crypto.webcrypto.getRandomValues(new Uint16Array(3)),
    globalThis.crypto.getRandomValues(new Uint8Array(5)),
    crypto.getRandomValues(new Uint8Array(2)),
    crypto.randomBytes(7).toString('hex'),
    (await bytes(4)).toString('hex'),
    crypto.randomInt(10),
    crypto.randomInt(-5, 5),
    await int(1000),
    crypto.randomFillSync(new Uint8Array(6), 2, 3),
    await new Promise((resolve) => {
      crypto.randomFill(new Uint8Array(3), (_error, buffer) => resolve(buffer));
    }),
  ];
  guard.uninstall();
  return values;
}

it('repeats with the same stream', async () => {
  const first = await draw();
  expect(await draw()).toEqual(first);
  expect(first[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(first[1]).not.toBe(first[2]);
  const filled = first[11] as Uint8Array;
  expect([filled[0], filled[1], filled[5]]).toEqual([0, 0, 0]);
});

it('draws integers of the whole range without bias', () => {
  const guard = installGuard(new FakeWorld());
  uninstall = () => guard.uninstall();
  const counts = new Map<number, number>();
  for (let i = 0; i < 6000; i += 1) {
    const value = crypto.randomInt(-1, 2);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual([-1, 0, 1]);
  for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(250);
});

it('checks arguments as Node does', () => {
  const guard = installGuard(new FakeWorld());
  uninstall = () => guard.uninstall();
  expect(() => crypto.randomInt(5, 5)).toThrow(RangeError);
  expect(() => crypto.randomBytes(-1)).toThrow(RangeError);
  expect(() => globalThis.crypto.getRandomValues(new Float64Array(1) as never)).toThrow();
  expect(() => crypto.randomFillSync('x' as never)).toThrow(TypeError);
});
