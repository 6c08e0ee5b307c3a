import vm from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { FakeWorld } from './fake_world.test_support.js';
import { type Guard, type GuardOptions, installGuard } from './install_guard.js';

let guard: Guard | undefined;
afterEach(() => guard?.uninstall());
const install = (options?: GuardOptions): Guard => {
  guard = installGuard(new FakeWorld(), options);
  return guard;
};

describe('leak report', () => {
  it('names what, where, who, when and how often', () => {
    const { leaks } = install();
    for (let i = 0; i < 3; i += 1) vm.createContext({});
    expect(leaks()).toEqual([
      {
        kind: 'realm',
        what: 'vm.createContext',
        file: expect.stringMatching(/leaks\.test\.ts$/),
        line: expect.any(Number),
        column: expect.any(Number),
        node: '/talker',
        callback: 'timer',
        sinceStartNs: 0,
        count: 3,
      },
    ]);
  });

  it('is an error at once in strict mode', () => {
    install({ strict: true });
    let error: unknown;
    try {
      vm.runInNewContext('1');
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(OrreryError);
    expect(error).toMatchObject({
      code: 'ORR_LEAK_REALM',
      place: { file: expect.stringMatching(/leaks\.test\.ts$/), node: '/talker' },
    });
    expect((error as Error).message).toContain('vm.runInNewContext in timer of /talker');
  });

  it('sees every kind of escape that has no real I/O', () => {
    const { leaks } = install();
    const channel = new MessageChannel();
    channel.port1.close();
    new FinalizationRegistry(() => {});
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1);
    void process.env.HOME;
    expect(
      leaks()
        .map((leak) => leak.kind)
        .sort(),
    ).toEqual(['channel', 'environment', 'garbage-collection', 'thread-wait']);
  });

  it('reports nothing for a clean program', () => {
    const { leaks } = install({ environment: { ORRERY_TEST: 'given' } });
    expect(process.env.ORRERY_TEST).toBe('given');
    process.env.ORRERY_OWN = 'mine';
    expect(process.env.ORRERY_OWN).toBe('mine');
    expect(process.env.ORRERY_UNSET).toBeUndefined();
    delete process.env.ORRERY_OWN;
    Date.now();
    Math.random();
    setTimeout(() => {}, 1);
    expect(leaks()).toEqual([]);
  });
});

describe('Intl', () => {
  it('has one locale, one zone and a virtual now', () => {
    install();
    expect(new Intl.NumberFormat().resolvedOptions().locale).toBe('en-US');
    const format = Intl.DateTimeFormat();
    expect(format.resolvedOptions()).toMatchObject({ locale: 'en-US', timeZone: 'UTC' });
    expect(format).toBeInstanceOf(Intl.DateTimeFormat);
    expect(format.format()).toBe('11/14/2023');
    expect(format.formatToParts().length).toBe(5);
    expect(new Intl.DateTimeFormat('de', { timeZone: 'Asia/Tokyo' }).format(0)).toBe('1.1.1970');
    expect((1234.5).toLocaleString()).toBe('1,234.5');
    expect(1234n.toLocaleString('de')).toBe('1.234');
    expect(new Date(0).toLocaleString()).toMatch(/^1\/1\/1970, 12:00:00\sAM$/);
    expect('a'.localeCompare('B')).toBe(-1);
    expect(new Date(2024, 0, 1).getTime()).toBe(Date.UTC(2024, 0, 1));
    expect(String(new Date(0))).toContain('GMT+0000');
  });
});
