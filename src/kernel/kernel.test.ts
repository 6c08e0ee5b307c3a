import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delayed } from './delay_queue.js';
import { Kernel } from './kernel.js';
import type { Runnable } from './runnable.js';
import type { Source } from './source.js';

/** Something that notes its name when it runs. */
class Note implements Delayed {
  position = -1;
  readonly background = false;
  constructor(
    readonly name: string,
    readonly log: string[],
    readonly then: () => void = () => {},
  ) {}
  run(): boolean {
    this.log.push(this.name);
    this.then();
    return true;
  }
  label(): string {
    return this.name;
  }
}

describe('Kernel', () => {
  it.each(['due first', 'due among others'])(
    'does not go on to what is due at NaN, %s',
    (which) => {
      const kernel = new Kernel();
      const log: string[] = [];
      if (which === 'due among others') {
        for (const due of [5, 6, 7]) kernel.delays.push(due, new Note(`at ${due}`, log));
      }
      kernel.delays.push(Number.NaN, new Note('never', log));
      expect(() => kernel.turn(100, { until: 9 })).toThrow(
        expect.objectContaining({ code: 'ORR_TIME_RANGE' }),
      );
      expect(log).not.toContain('never');
    },
  );

  it('drains an instant: delayed things, then ready ones, then one timer at a time', () => {
    const kernel = new Kernel();
    const log: string[] = [];
    const note = (name: string, then?: () => void) => new Note(name, log, then);
    for (const name of ['t1', 't2']) {
      const slot = kernel.timers.create(
        10,
        0,
        note(name, () => kernel.ready.push(note(`${name}'`))),
      );
      kernel.timers.enter(slot);
    }
    kernel.delays.push(
      10,
      note('delayed', () => kernel.ready.push(note("delayed'"))),
    );
    kernel.ready.push(note('now'));
    expect(kernel.turn(1000, { until: 10 })).toBe('until');
    expect(log).toEqual(['now', 'delayed', "delayed'", 't1', "t1'", 't2', "t2'"]);
  });

  it('steps by callback, by instant and to a time, and ends when nothing is left', () => {
    const kernel = new Kernel();
    const log: string[] = [];
    for (const due of [5, 5, 7, 9]) kernel.delays.push(due, new Note(`${due}`, log));
    expect(kernel.turn(1000, { callbacks: 1 })).toBe('callbacks');
    expect(log).toEqual(['5']);
    expect(kernel.turn(1000, { instants: 1 })).toBe('instants');
    expect(log).toEqual(['5', '5']);
    expect(kernel.turn(1000, { until: 8 })).toBe('until');
    expect([kernel.now, log.length]).toEqual([8, 3]);
    expect(kernel.turn(1000)).toBe('idle');
    expect(kernel.now).toBe(9);
  });

  it('gives the same run however it is cut into turns', () => {
    const dues = fc.array(fc.nat(30), { maxLength: 30 });
    fc.assert(
      fc.property(dues, fc.integer({ min: 1, max: 7 }), (list, budget) => {
        const run = (steps: number) => {
          const kernel = new Kernel();
          const log: string[] = [];
          list.forEach((due, index) => {
            kernel.delays.push(due, new Note(`${index}@${due}`, log));
          });
          while (kernel.turn(steps) === 'budget');
          return log;
        };
        expect(run(budget)).toEqual(run(Number.POSITIVE_INFINITY));
      }),
    );
  });

  it('pauses after the present callback and finishes after the present instant', () => {
    const kernel = new Kernel();
    const log: string[] = [];
    kernel.ready.push(new Note('a', log, () => kernel.pause()));
    kernel.ready.push(new Note('b', log, () => kernel.finish()));
    kernel.ready.push(new Note('c', log));
    kernel.delays.push(1, new Note('later', log));
    expect(kernel.turn(1000)).toBe('paused');
    expect(log).toEqual(['a']);
    expect(kernel.turn(1000)).toBe('finished');
    expect(log).toEqual(['a', 'b', 'c']);
  });

  it('reports an instant that feeds itself, and names the callbacks that feed it', () => {
    const kernel = new Kernel({ instantLimit: 100 });
    const log: string[] = [];
    const ping: Runnable = new Note('/ping', log, () => kernel.ready.push(pong));
    const pong: Runnable = new Note('/pong', log, () => kernel.ready.push(ping));
    kernel.ready.push(ping);
    expect(() => kernel.turn(Number.POSITIVE_INFINITY)).toThrow(/\/ping, \/pong/);
    expect(() => kernel.turn(Number.POSITIVE_INFINITY)).toThrow(
      expect.objectContaining({ code: 'ORR_INSTANT_OVERFLOW' }),
    );
  });

  it('stands still while a ticket is open', async () => {
    const kernel = new Kernel();
    const log: string[] = [];
    kernel.delays.push(5, new Note('later', log));
    const release = kernel.hold();
    expect(kernel.turn(1000)).toBe('held');
    expect(kernel.now).toBe(0);
    setTimeout(release, 1);
    await kernel.released();
    release();
    expect(kernel.held).toBe(false);
    expect(kernel.turn(1000)).toBe('idle');
    expect(log).toEqual(['later']);
  });

  it('does not pass a source before it has said what it does', async () => {
    const kernel = new Kernel();
    const log: string[] = [];
    kernel.delays.push(10, new Note('ours', log));
    const source: Source & { told: number; ready: number } = {
      told: 0,
      ready: -1,
      get nextDue() {
        return this.told < 3 ? 4 * this.told : Number.POSITIVE_INFINITY;
      },
      prepare() {
        if (this.ready === this.told) return undefined;
        return new Promise((resolve) => setTimeout(resolve, 1)).then(() => {
          this.ready = this.told;
        });
      },
      advance() {
        kernel.delays.push(this.nextDue, new Note(`theirs ${this.nextDue}`, log));
        this.told++;
      },
    };
    kernel.addSource(source);
    while (kernel.turn(1000) === 'held') await kernel.released();
    expect(log).toEqual(['theirs 0', 'theirs 4', 'theirs 8', 'ours']);
  });

  it('goes on with a source when another never acts again', () => {
    const kernel = new Kernel();
    const never: Source = { nextDue: Number.POSITIVE_INFINITY, advance: () => undefined };
    const due: number[] = [];
    const source: Source & { nextDue: number } = {
      nextDue: 7,
      advance(limit) {
        due.push(limit);
        this.nextDue = Number.POSITIVE_INFINITY;
        return undefined;
      },
    };
    kernel.addSource(never);
    kernel.addSource(source);
    expect(kernel.turn(100)).toBe('idle');
    expect(due).toEqual([7]);
  });

  it('ends the run when a source fails', async () => {
    const kernel = new Kernel();
    kernel.addSource({
      nextDue: 0,
      prepare: () => Promise.reject(new Error('unplugged')),
      advance: () => undefined,
    });
    expect(kernel.turn(1000)).toBe('held');
    await kernel.released();
    expect(() => kernel.turn(1000)).toThrow('unplugged');
  });
});
