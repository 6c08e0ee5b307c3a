import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adviseEnd, hasEnd, sayWhenItEnds } from './advise_end.js';

const written: string[] = [];

beforeEach(() => {
  written.length = 0;
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('advises to say when runs end, once, if none has ended for a while', () => {
  adviseEnd(false);
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([
    'Nothing says when a run ends; if none does by itself, add e.g. --until 10s.\n',
  ]);
});

it('says nothing if an end is given, or if a run ends', () => {
  adviseEnd(true);
  adviseEnd(false)();
  vi.advanceTimersByTime(60_000);
  expect(written).toEqual([]);
});

it.each([
  [['a.js'], {}, false],
  [['a.js', '--until', '1s'], { until: '1s' }, true],
  [['a.js', '--until=1s'], { until: '1s' }, true],
  [['a.js', '--until-topic', '/a'], { untilTopic: '/a' }, true],
  [['a.js', '--wall-limit', '1s'], { wallLimit: '1s' }, true],
  [['a.js', '--until-it-rains'], {}, false],
])('%j', (words, options, expected) => {
  expect([hasEnd(words), sayWhenItEnds(options)]).toEqual([expected, expected]);
});
