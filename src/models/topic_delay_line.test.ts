import { expect, it } from 'vitest';
import { type TopicDelayLine, topicDelaysOf } from './topic_delay_line.js';

it('takes fixed delays over, and needs a recording for measured ones', () => {
  const fixed = { kind: 'fixed', delayNs: 10_000_000 } as const;
  const measured = { kind: 'measured', skew: 2 } as const;
  const lines = new Map<string, TopicDelayLine>([
    ['/a', fixed],
    ['/b', measured],
  ]);
  expect(topicDelaysOf(lines, new Map([['/b', [5, 7]]]))).toEqual({
    '/a': 10_000_000,
    '/b': { measured: { values: [5, 7], skew: 2 } },
  });
  expect(() => topicDelaysOf(lines)).toThrow(
    expect.objectContaining({ code: 'ORR_DELAY_NOT_RECORDED', place: { topic: '/b' } }),
  );
});
