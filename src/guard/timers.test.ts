import { AsyncLocalStorage } from 'node:async_hooks';
import nodeTimers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { type Guard, installGuard } from './install_guard.js';
import { real } from './real.js';
import { clampDelayMs } from './timers.js';

let world: FakeWorld;
let guard: Guard;
const log: string[] = [];
const note = (text: string) => log.push(`${performance.now()}:${text}`);
beforeEach(() => {
  log.length = 0;
  world = new FakeWorld();
  guard = installGuard(world);
});
afterEach(() => guard.uninstall());

describe('setTimeout', () => {
  it('fires once in virtual time with its arguments', async () => {
    setTimeout((a: string, b: number) => note(`${a}${b}`), 5, 'x', 1);
    setTimeout(() => note('first'), 2);
    await world.advance(100);
    expect(log).toEqual(['2:first', '5:x1']);
  });

  it('clamps delays as Node does', () => {
    expect([undefined, 0, -1, Number.NaN, 'x', 2 ** 31, 0.5].map(clampDelayMs)).toEqual(
      Array(7).fill(1),
    );
    expect([1.9, '7', 2 ** 31 - 1].map(clampDelayMs)).toEqual([1, 7, 2 ** 31 - 1]);
    fc.assert(
      fc.property(fc.double(), (delay) => {
        const timer = real.setTimeout(() => {}, 0);
        real.clearTimeout(timer);
        const clamped = clampDelayMs(delay);
        return Number.isInteger(clamped) && clamped >= 1 && clamped <= 2 ** 31 - 1;
      }),
    );
  });

  it('is cleared by object, number and string', async () => {
    const timers = [0, 1, 2, 3].map((i) => setTimeout(note, 1, String(i)));
    clearTimeout(timers[0]);
    clearTimeout(Number(timers[1]));
    clearTimeout(String(Number(timers[2])));
    clearTimeout(undefined);
    clearTimeout(987654);
    await world.advance(10);
    expect(log).toEqual(['1:3']);
    expect(world.pendingCount).toBe(0);
  });

  it('refreshes, refs and closes', async () => {
    const timer = setTimeout(note, 10, 'late');
    await world.advance(6);
    expect(timer.refresh()).toBe(timer);
    expect([timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef()]).toEqual([
      true,
      false,
      true,
    ]);
    await world.advance(9);
    expect(log).toEqual([]);
    await world.advance(1);
    expect(log).toEqual(['16:late']);
    timer.refresh();
    timer.close();
    await world.advance(50);
    expect(log).toHaveLength(1);
  });

  it('rejects what is not a function with the error of Node', () => {
    for (const bad of ['code()', undefined, 3]) {
      const act = () => setTimeout(bad as never, 1);
      expect(act).toThrow(TypeError);
      expect(act).toThrow(/The "callback" argument must be of type function/);
    }
  });
});

describe('setInterval and setImmediate', () => {
  it('repeats until cleared, also from inside', async () => {
    let count = 0;
    const timer = setInterval(() => {
      note('tick');
      count += 1;
      if (count === 3) clearInterval(timer);
    }, 10);
    await world.advance(100);
    expect(log).toEqual(['10:tick', '20:tick', '30:tick']);
    expect(world.pendingCount).toBe(0);
  });

  it('continues after a throw', async () => {
    setInterval(() => {
      note('tick');
      throw new Error('mine');
    }, 10);
    await expect(world.advance(10)).rejects.toThrow('mine');
    await expect(world.advance(10)).rejects.toThrow('mine');
    expect(log).toEqual(['10:tick', '20:tick']);
  });

  it('runs immediates in this instant', async () => {
    setImmediate(note, 'a');
    const cleared = setImmediate(note, 'b');
    clearImmediate(cleared);
    expect([cleared.hasRef(), cleared.unref().hasRef()]).toEqual([true, false]);
    await world.advance(0);
    expect(log).toEqual(['0:a']);
  });
});

it('keeps the AsyncLocalStorage of the moment at which a timer was made', async () => {
  const storage = new AsyncLocalStorage<string>();
  const noteIt = (name: string) => () => note(`${name} ${storage.getStore()}`);
  storage.run('a', () => {
    setTimeout(noteIt('timeout'), 5);
    setImmediate(noteIt('immediate'));
    const interval = setInterval(() => {
      noteIt('interval')();
      if (storage.getStore() === undefined || performance.now() > 5) clearInterval(interval);
    }, 3);
    setTimeout(() => storage.run('b', () => setTimeout(noteIt('inner'), 5)), 1);
  });
  setTimeout(noteIt('outside'), 7);
  await world.advance(100);
  const wanted = ['0:immediate a', '3:interval a', '5:timeout a', '6:inner b', '6:interval a'];
  expect(log).toEqual([...wanted, '7:outside undefined']);
});

describe('node:timers and promises', () => {
  it('are the same functions', () => {
    expect(nodeTimers.setTimeout).toBe(setTimeout);
    expect(promisify(setTimeout)).toBe(timersPromises.setTimeout);
  });

  it('resolve with the value in virtual time', async () => {
    void timersPromises.setTimeout(20, 'v').then(note);
    void promisify(setTimeout)(30, 'p').then(note);
    void timersPromises.setImmediate('i').then(note);
    void timersPromises.scheduler.wait(40).then(() => note('w'));
    void timersPromises.scheduler.yield().then(() => note('y'));
    await world.advance(50);
    expect(log).toEqual(['0:i', '0:y', '20:v', '30:p', '40:w']);
  });

  it('abort with the error of Node', async () => {
    const controller = new AbortController();
    const failed = timersPromises
      .setTimeout(20, 'v', { signal: controller.signal })
      .catch((error: NodeJS.ErrnoException & { cause: unknown }) => [
        error.name,
        error.code,
        error.cause,
      ]);
    controller.abort('why');
    expect(await failed).toEqual(['AbortError', 'ABORT_ERR', 'why']);
    expect(world.pendingCount).toBe(0);
    await expect(
      timersPromises.setTimeout(1, 0, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'ABORT_ERR' });
  });

  it('iterate over intervals and count ticks that nobody awaited', async () => {
    const ticks = timersPromises.setInterval(10, 'tick');
    const first = ticks.next();
    await world.advance(35);
    expect(await first).toEqual({ done: false, value: 'tick' });
    await ticks.next();
    await ticks.next();
    const fourth = ticks.next();
    await world.advance(5);
    expect(await fourth).toEqual({ done: false, value: 'tick' });
    await ticks.return?.();
    expect(world.pendingCount).toBe(0);
  });

  it('time AbortSignal.timeout out', async () => {
    const signal = AbortSignal.timeout(25);
    await world.advance(24);
    expect(signal.aborted).toBe(false);
    await world.advance(1);
    expect((signal.reason as DOMException).name).toBe('TimeoutError');
  });
});
