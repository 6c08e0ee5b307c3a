/** `/clock` and `use_sim_time`: time as a simulator or bag player publishes it. */
import { expect, it } from 'vitest';
import { orrery, program } from './orrery_command.js';

it('timers and clocks under use_sim_time follow /clock', () => {
  const args = ['run', program('clock_twice_as_fast.cjs'), '--until', '2s', '--no-record'];
  const { stdout, status } = orrery(args);
  expect(status).toBe(0);
  expect(stdout.split('\n').slice(0, 5)).toEqual([
    // The jump from 0 to the first message makes the timer due.
    '0.05 s: 100100 ms',
    '0.5 s: 101000 ms',
    '1 s: 102000 ms',
    '1.5 s: 103000 ms',
    '2 s: 104000 ms',
  ]);
});
