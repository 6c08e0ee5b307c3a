import { expect, it } from 'vitest';
import { parseExecutorChoice, parseExecutorPolicy } from './parse_executor_choice.js';

it('reads an executor in words', () => {
  expect(parseExecutorPolicy('events')).toEqual({ policy: 'events' });
  expect(parseExecutorPolicy('multi:4:blocking')).toEqual({
    policy: 'multi',
    threads: 4,
    blocking_calls: true,
  });
  expect(parseExecutorPolicy('single:seeded_shuffle')).toEqual({
    policy: 'single',
    order_in_kind: 'seeded_shuffle',
  });
  expect(parseExecutorPolicy('rclc:let:all')).toEqual({
    policy: 'rclc',
    semantics: 'let',
    trigger: 'all',
  });
  expect(parseExecutorChoice('/camera/**=multi:2')).toEqual({
    pattern: '/camera/**',
    policy: { policy: 'multi', threads: 2 },
  });
});

it.each(['', 'fast', 'multi:0', 'multi:four', 'events:2', 'single:let', '=multi', 'a=b=multi'])(
  'refuses "%s"',
  (text) => {
    expect(() => parseExecutorChoice(text)).toThrow(/The executor ".*" is not understood/);
  },
);
