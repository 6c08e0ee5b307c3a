/** `orrery explore` claims that every order was covered only if that is so, and not if nodes share memory unseen. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { program, ROOT } from './orrery_command.js';

interface Found {
  readonly runs: number;
  readonly failures: readonly unknown[];
  readonly everyOrder: {
    readonly complete: boolean;
    readonly orders: number;
    readonly witnesses: number;
    readonly unfit?: string;
  };
}

/** One thread is enough for so few runs; starting four takes longer. */
const wordsOf = (file: string) => ['explore', file, '--until', '1s', '-j', '1'];

function explore(file: string, ...options: string[]): Found {
  const { stdout, stderr } = orrery([...wordsOf(file), ...options, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Found;
}

const correct = (name: string) => join(ROOT, `bench/bugs/${name}.cjs`);

describe('a search for every order', () => {
  it('ends when all are covered, which takes fewer runs if nodes share no memory', () => {
    const together = explore(correct('cancelled_once'), '--strategy', 'dpor');
    const apart = explore(correct('cancelled_once'), '--strategy', 'dpor', '--isolated');
    for (const { everyOrder, failures } of [together, apart]) {
      expect(everyOrder).toMatchObject({ complete: true, witnesses: 16 });
      expect(failures).toEqual([]);
    }
    expect(apart.everyOrder.orders).toBeLessThan(together.everyOrder.orders / 3);
  });

  it('says that not all orders were covered if there are too many', () => {
    const options = ['--strategy', 'dpor', '--runs', '20'];
    const { everyOrder, runs } = explore(correct('sum_of_both'), ...options);
    expect([everyOrder.complete, everyOrder.orders, runs]).toEqual([false, 20, 20]);
    const { stdout } = orrery([...wordsOf(correct('sum_of_both')), ...options]);
    expect(stdout).toContain('20 orders that may differ were run, but these are not all');
  });

  it('finds and shrinks a failure', () => {
    const options = ['--strategy', 'dpor', '--isolated'];
    const { stdout, status } = orrery([...wordsOf(correct('lost_update')), ...options]);
    expect(status).toBe(1);
    expect(stdout).toContain('It takes one decision to fail:');
    expect(stdout).not.toContain('All orders are covered');
  });

  it('does not trust the claim that nodes share no memory if they do', () => {
    const options = ['--strategy', 'dpor', '--isolated'];
    const { everyOrder } = explore(program('explore/shared_memory.cjs'), ...options);
    expect(everyOrder).toMatchObject({
      complete: false,
      unfit: expect.stringContaining('nodes share more than messages'),
    });
  });

  it('ends a search by all strategies early', () => {
    const { everyOrder, runs } = explore(correct('parameter_once'));
    expect(everyOrder.complete).toBe(true);
    expect(runs).toBeLessThan(300);
    // Every other seed may change what it does.
    expect(explore(correct('any_seed'), '--runs', '40').runs).toBe(40);
  });
});
