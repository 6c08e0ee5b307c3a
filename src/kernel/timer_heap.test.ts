import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimerHeap } from './timer_heap.js';

/** A heap whose timers write what was called, and when, into `calls`. */
class Bench {
  readonly heap: TimerHeap;
  readonly calls: [number, string][] = [];
  readonly #slots = new Map<string, number>();
  now = 0;

  constructor(options: ConstructorParameters<typeof TimerHeap>[0] = {}) {
    this.heap = new TimerHeap(options);
  }

  add(name: string, period: number, onCall: () => void = () => {}): void {
    const target = {
      run: () => {
        this.calls.push([this.now, name]);
        onCall();
        return true;
      },
      label: () => name,
    };
    const slot = this.heap.create(period, this.now, target);
    this.heap.enter(slot);
    this.#slots.set(name, slot);
  }

  slot(name: string): number {
    return this.#slots.get(name)!;
  }

  /** Calls everything due up to and including `until`. */
  runUntil(until: number): void {
    while (this.heap.nextDue <= until) {
      this.now = Math.max(this.now, this.heap.nextDue);
      this.heap.fire(this.now);
    }
    this.now = until;
  }

  times(name: string): number[] {
    return this.calls.filter(([, called]) => called === name).map(([time]) => time);
  }
}

describe('TimerHeap', () => {
  it('calls every timer at all multiples of its period, in order of time', () => {
    const periods = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(periods, (list) => {
        const bench = new Bench();
        list.forEach((period, index) => {
          bench.add(String(index), period);
        });
        bench.runUntil(200);
        const times = bench.calls.map(([time]) => time);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        list.forEach((period, index) => {
          const expected = Array.from(
            { length: Math.floor(200 / period) },
            (_, k) => (k + 1) * period,
          );
          expect(bench.times(String(index))).toEqual(expected);
        });
      }),
    );
  });

  it('calls timers that others create and destroy in order of time, too', () => {
    const made = fc.record({
      period: fc.integer({ min: 1, max: 50 }),
      child: fc.integer({ min: 1, max: 50 }),
      life: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(made, { minLength: 1, maxLength: 10 }), (list) => {
        const bench = new Bench();
        const born: { name: string; at: number; period: number; end: number }[] = [];
        list.forEach(({ period, child, life }, index) => {
          let calls = 0;
          bench.add(String(index), period, () => {
            calls++;
            const name = `${index}.${calls}`;
            if (calls <= 3) {
              bench.add(name, child);
              born.push({ name, at: bench.now, period: child, end: Number.POSITIVE_INFINITY });
            }
            const old = born.find((one) => one.name === `${index}.${calls - life}`);
            if (old === undefined || old.end <= bench.now) return;
            bench.heap.destroy(bench.slot(old.name));
            old.end = bench.now;
          });
        });
        bench.runUntil(200);
        const times = bench.calls.map(([time]) => time);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        for (const { name, at, period, end } of born) {
          const expected = Array.from({ length: 200 }, (_, k) => at + (k + 1) * period);
          // At the instant at which it is destroyed, the order decides whether it is called once more.
          expect(bench.times(name).filter((time) => time !== end)).toEqual(
            expected.filter((time) => time < end && time <= 200),
          );
        }
      }),
    );
  });

  it('decides ties by the operations of the C++ heap', () => {
    const bench = new Bench();
    for (const name of ['a', 'b', 'c', 'd']) bench.add(name, 10);
    bench.runUntil(30);
    // This is the order that std::push_heap and std::pop_heap of libstdc++ give.
    expect(bench.calls.map(([, name]) => name).join('')).toBe('acbdadcbabdc');
  });

  it('skips missed periods and keeps the grid', () => {
    const bench = new Bench();
    bench.add('t', 100);
    bench.now = 350;
    bench.heap.fire(350);
    expect(bench.heap.nextDue).toBe(400);
    const exact = new Bench();
    exact.add('t', 100);
    exact.now = 300;
    exact.heap.fire(300);
    expect(exact.heap.nextDue).toBe(400);
    const humble = new Bench({ rearm: 'at-or-after' });
    humble.add('t', 100);
    humble.now = 300;
    humble.heap.fire(300);
    expect(humble.heap.nextDue).toBe(300);
  });

  it('calls overdue timers once when the clock jumps, and continues on the grid of time 0', () => {
    const bench = new Bench();
    bench.add('30', 30);
    bench.add('100', 100);
    bench.add('later', 5000);
    bench.heap.jump(1000n);
    bench.runUntil(100);
    expect(bench.times('30')).toEqual([0, 20, 50, 80]);
    expect(bench.times('100')).toEqual([0, 100]);
    bench.runUntil(4000);
    expect(bench.times('later')).toEqual([4000]);
  });

  it('stays exact when the clock jumps to a time of day', () => {
    const start = 1_795_252_940_035_805_655n;
    const bench = new Bench();
    bench.add('a', 1_000_000_007);
    bench.add('b', 1_000_000_006);
    bench.heap.jump(start);
    bench.runUntil(3_000_000_000);
    const first = 1_000_000_007n - (start % 1_000_000_007n);
    expect(bench.times('a').slice(0, 2)).toEqual([0, Number(first)]);
    // The most overdue is called first.
    expect(bench.calls.slice(0, 2).map(([, name]) => name)).toEqual(['b', 'a']);
  });

  it('cancels and resets at once, whatever the heap looks like', () => {
    const step = fc.record({
      op: fc.constantFrom('cancel' as const, 'reset' as const),
      timer: fc.nat(9),
      at: fc.integer({ min: 1, max: 199 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const bench = new Bench();
        const next = new Map<number, number>();
        for (let i = 0; i < 10; i++) {
          bench.add(String(i), 7 + i);
          next.set(i, 7 + i);
        }
        const model: number[][] = Array.from({ length: 10 }, () => []);
        const advanceModel = (until: number) => {
          for (const [timer, due] of next) {
            let time = due;
            for (; time <= until; time += 7 + timer) model[timer]!.push(time);
            next.set(timer, time);
          }
        };
        for (const { op, timer, at } of [...steps].sort((a, b) => a.at - b.at)) {
          bench.runUntil(at);
          advanceModel(at);
          if (op === 'cancel') {
            bench.heap.cancel(bench.slot(String(timer)));
            next.set(timer, Number.POSITIVE_INFINITY);
          } else {
            bench.heap.reset(bench.slot(String(timer)), at);
            next.set(timer, at + 7 + timer);
          }
        }
        bench.runUntil(200);
        advanceModel(200);
        model.forEach((times, timer) => {
          expect(bench.times(String(timer))).toEqual(times);
        });
      }),
    );
  });

  it('stops every timer behind a cancelled head when it keeps the stale heap', () => {
    const bench = new Bench({ staleHeap: 'kept' });
    bench.add('head', 10);
    bench.add('other', 20);
    bench.heap.cancel(bench.slot('head'));
    bench.runUntil(1000);
    expect(bench.calls).toEqual([]);
    expect(bench.heap.nextDue).toBe(Number.POSITIVE_INFINITY);
  });

  it('reuses slots: making and destroying timers does not grow it', () => {
    const heap = new TimerHeap();
    const target = { run: () => true, label: () => '' };
    const slots = new Set<number>();
    for (let i = 0; i < 1000; i++) {
      const slot = heap.create(10, 0, target);
      heap.enter(slot);
      slots.add(slot);
      heap.destroy(slot);
    }
    expect(slots.size).toBe(1);
    expect(heap.size).toBe(0);
  });
});
