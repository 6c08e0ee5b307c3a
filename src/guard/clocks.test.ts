import os from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { type Guard, installGuard } from './install_guard.js';
import { ProcessExit } from './process_events.js';
import { real } from './real.js';

const START_MS = 1_700_000_000_123;
let world: FakeWorld;
let guard: Guard;
beforeEach(() => {
  world = new FakeWorld();
  guard = installGuard(world);
});
afterEach(() => guard.uninstall());

describe('Date', () => {
  it('shows virtual Unix time and advances with it', async () => {
    expect(Date.now()).toBe(START_MS);
    expect(new Date()).toEqual(new real.Date(START_MS));
    expect(new (new Date(0).constructor as DateConstructor)().getTime()).toBe(START_MS);
    await world.advance(0.543211);
    expect(Date.now()).toBe(START_MS + 1); // 123.456789 ms + 0.543211 ms
    expect(Date()).toBe(new real.Date(START_MS + 1).toString());
  });

  it('keeps everything else of Date', () => {
    class Stamp extends Date {
      twice(): number {
        return this.getTime() * 2;
      }
    }
    expect(new Stamp(21).twice()).toBe(42);
    expect(new Stamp()).toBeInstanceOf(Date);
    expect(new Stamp().getTime()).toBe(START_MS);
    expect(new Date(2024, 1, 29, 12).getDate()).toBe(29);
    expect(new Date('2024-02-29T00:00:00Z').toISOString()).toBe('2024-02-29T00:00:00.000Z');
    expect([Date.name, Date.length, Date.UTC(1970), Date.parse('1970')]).toEqual(['Date', 7, 0, 0]);
    expect(structuredClone(new Date(5))).toEqual(new real.Date(5));
    expect(Object.keys(Date)).toEqual([]);
  });
});

describe('performance', () => {
  it('counts from the start of the simulation', async () => {
    expect(performance.now()).toBe(0);
    await world.advance(12.5);
    expect(performance.now()).toBe(12.5);
    expect(performance.timeOrigin).toBe(1_700_000_000_123.456);
    expect(performance.toJSON()).toEqual({ timeOrigin: 1_700_000_000_123.456 });
  });

  it('marks and measures in virtual time', async () => {
    const mark = performance.mark('a', { detail: 7 });
    await world.advance(3);
    const measure = performance.measure('m', 'a');
    expect([mark.startTime, mark.detail]).toEqual([0, 7]);
    expect([measure.startTime, measure.duration]).toEqual([0, 3]);
    expect(performance.measure('n', { start: 1, duration: 5 }).duration).toBe(5);
    expect(performance.measure('o').duration).toBe(3);
    performance.clearMarks();
    performance.clearMeasures();
  });
});

describe('process', () => {
  it('has a virtual clock', async () => {
    await world.advance(1500);
    const before = process.hrtime();
    expect(before).toEqual([1, 500_000_000]);
    await world.advance(700);
    expect(process.hrtime(before)).toEqual([0, 700_000_000]);
    expect(process.hrtime([0, 900_000_000])).toEqual([1, 300_000_000]);
    expect(process.hrtime.bigint()).toBe(2_200_000_000n);
    expect(process.uptime()).toBe(2.2);
    expect(() => process.hrtime([1] as never)).toThrow(RangeError);
  });

  it('has a fixed identity and no memory or CPU figures', () => {
    expect([process.pid, process.ppid]).toEqual([1000, 1]);
    expect(process.memoryUsage().heapUsed + process.memoryUsage.rss()).toBe(0);
    expect(process.cpuUsage()).toEqual({ user: 0, system: 0 });
    expect(process.resourceUsage().maxRSS).toBe(0);
  });

  it('leaves process.exit to the world and does not continue', () => {
    expect(() => process.exit(3)).toThrow(ProcessExit);
    expect(world.exits).toEqual([3]);
  });
});

describe('the machine', () => {
  it('is always the same', () => {
    expect(os.hostname()).toBe('orrery');
    expect(os.uptime()).toBe(0);
    expect(os.cpus()).toHaveLength(1);
    expect(os.loadavg()).toEqual([0, 0, 0]);
    expect(os.userInfo().username).toBe('orrery');
    expect(Object.keys(os.networkInterfaces())).toEqual(['lo']);
    expect(os.tmpdir()).toBe(real.os.tmpdir());
  });

  it('reaches named imports of builtin modules', async () => {
    const { hostname } = await import('node:os');
    expect(hostname()).toBe('orrery');
  });
});

describe('garbage collection', () => {
  it('is invisible', () => {
    const target = {};
    expect(new WeakRef(target).deref()).toBe(target);
    expect(() => new WeakRef(1 as never)).toThrow(TypeError);
    const registry = new FinalizationRegistry(() => {});
    registry.register(target, 1);
    expect(registry.unregister(target)).toBe(false);
  });
});

describe('console.time', () => {
  it('prints virtual durations', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    console.time('t');
    await world.advance(250);
    console.timeEnd('t');
    expect(log).toHaveBeenCalledWith('t: 250ms');
    log.mockRestore();
  });
});

it('puts everything back', () => {
  guard.uninstall();
  expect(Date).toBe(real.Date);
  expect(setTimeout).toBe(real.setTimeout);
  expect(process.pid).toBe(real.pid);
  expect(process.exit).toBe(real.exit);
  expect(os.hostname()).toBe(real.os.hostname());
});
