import fs from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeWorld } from './fake_world.test_support.js';
import { type Guard, installGuard } from './install_guard.js';
import { real } from './real.js';
import { Tickets } from './tickets.js';
import type { Settle } from './virtual_world.js';

/** A world that records which operations hold time. */
class HoldingWorld extends FakeWorld {
  readonly open: string[] = [];

  override hold(what: string): Settle {
    this.open.push(what);
    return (deliver) => {
      this.open.splice(this.open.indexOf(what), 1);
      deliver();
    };
  }
}

let world: HoldingWorld;
let guard: Guard;
beforeEach(() => {
  world = new HoldingWorld();
  guard = installGuard(world);
});
afterEach(() => guard.uninstall());

it('a newly installed guard holds no time by itself, whatever Node loads for it', () => {
  expect(world.open).toEqual([]);
});

const kinds = () => guard.leaks().map((leak) => leak.kind);

describe('Tickets', () => {
  it('deliver in the order of issue, each with its continuations', async () => {
    const log: string[] = [];
    const tickets = new Tickets(world, {
      notice: () => undefined,
      add: () => {},
      unanswered: () => {},
    });
    const [a, b, c] = ['a', 'b', 'c'].map((what) => tickets.hold(what));
    const deliver = (name: string) => async () => {
      log.push(name);
      await null;
      await null;
      log.push(`${name} continued`);
    };
    c!(deliver('c'));
    b!(deliver('b'));
    b!(deliver('b again'));
    await real.timersPromises.setTimeout(5);
    expect([log, tickets.open, world.open]).toEqual([[], 3, ['a', 'b', 'c']]);
    a!(deliver('a'));
    while (tickets.open > 0) await real.timersPromises.setImmediate();
    expect(log).toEqual(['a', 'a continued', 'b', 'b continued', 'c', 'c continued']);
    expect(world.open).toEqual([]);
  });
});

it('abandons operations that nothing will end, and continues with later ones', async () => {
  const log: string[] = [];
  const tickets = new Tickets(world, {
    notice: () => undefined,
    add: () => {},
    unanswered: () => {},
  });
  const lost = tickets.hold('lost');
  const endApart = tickets.holdApart('apart');
  expect(tickets.abandon()).toBe(true);
  expect([world.open, tickets.abandon()]).toEqual([[], false]);
  const next = tickets.hold('next');
  lost(() => log.push('lost'));
  endApart();
  next(() => log.push('next'));
  while (tickets.open > 0) await real.timersPromises.setImmediate();
  expect([log, world.open]).toEqual([['next'], []]);
});

describe('an operation that outlives its callback', () => {
  it('is named, an awaited one is not', async () => {
    const file = fileURLToPath(import.meta.url);
    const readIn = (callback: number) => {
      world.running = callback;
      const reading = fs.readFile(file);
      world.running = 0;
      return reading;
    };
    world.awaiting.add(1);
    await readIn(1);
    expect(kinds()).toEqual([]);
    await readIn(2);
    expect(kinds()).toEqual(['fire-and-forget']);
    await readIn(0);
    expect(guard.leaks()).toHaveLength(1);
  });
});
