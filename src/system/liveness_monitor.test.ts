import { describe, expect, it } from 'vitest';
import { parseLiveness } from './liveness_condition.js';
import { type CheckVerdict, LivenessMonitor } from './liveness_monitor.js';

const MS = 1e6;

/** Messages as [topic, ms, data]; the run ends at `end` ms. */
function judge(
  text: string,
  messages: readonly [string, number, number][],
  end: number,
): CheckVerdict {
  const monitor = new LivenessMonitor(text, parseLiveness(text));
  for (const [topic, at, data] of messages) monitor.message(topic, at * MS, () => ({ data }));
  return monitor.finish(end * MS);
}

it.each<[string, readonly [string, number, number][], number, RegExp | undefined]>([
  [
    'eventually:/done: data == 1',
    [
      ['/done', 5, 0],
      ['/done', 9, 1],
    ],
    10,
    undefined,
  ],
  ['eventually:/done: data == 1', [['/done', 5, 0]], 10, /by the end of the run at 0.010/],
  ['eventually:/done within 8ms', [['/done', 9, 1]], 10, /by 0.008/],
  ['eventually:/done within 8ms', [], 7, undefined],
  [
    'leads-to:/a -> /b within 3ms',
    [
      ['/a', 1, 0],
      ['/b', 4, 0],
    ],
    10,
    undefined,
  ],
  [
    'leads-to:/a -> /b within 3ms',
    [
      ['/a', 1, 0],
      ['/b', 5, 0],
    ],
    10,
    /within 3 ms of 0.001/,
  ],
  ['leads-to:/a: data > 1 -> /b within 3ms', [['/a', 1, 0]], 10, undefined],
  ['leads-to:/a -> /b within 3ms', [['/a', 8, 0]], 10, undefined],
  [
    'leads-to:/a -> /b within 3ms',
    [
      ['/a', 1, 0],
      ['/a', 3, 0],
      ['/b', 4, 0],
    ],
    10,
    undefined,
  ],
  [
    'progress:/a within 4ms',
    [
      ['/a', 3, 0],
      ['/a', 7, 0],
    ],
    10,
    undefined,
  ],
  ['progress:/a within 4ms', [['/a', 3, 0]], 10, /nothing follows within 4 ms of 0.003/],
])('%s, %j', (text, messages, end, why) => {
  const { violation } = judge(text, messages, end);
  if (why === undefined) expect(violation).toBeUndefined();
  else expect(violation).toMatch(why);
});

it('counts what it has looked at', () => {
  expect(judge('leads-to:/a -> /b within 3ms', [['/b', 1, 0]], 10)).toMatchObject({ seen: 0 });
  expect(judge('eventually:/b', [['/b', 1, 0]], 10)).toMatchObject({ seen: 1 });
});

it.each<[string, readonly [string, number, number][], number]>([
  // The run ends before the time is over.
  ['eventually:/b: data > 1 within 20ms', [['/b', 1, 0]], 0],
  ['eventually:/b: data > 1 within 20ms', [['/b', 1, 2]], 1],
  ['progress:/b within 20ms', [['/b', 1, 0]], 0],
  ['progress:/b within 9ms', [['/b', 1, 0]], 1],
  // What should lead to something never came, or too late.
  ['leads-to:/a: data > 1 -> /b within 3ms', [['/a', 1, 0]], 0],
  ['leads-to:/a: data > 1 -> /b within 3ms', [['/a', 9, 2]], 0],
  [
    'leads-to:/a: data > 1 -> /b within 3ms',
    [
      ['/a', 1, 2],
      ['/b', 2, 0],
    ],
    1,
  ],
])('has evaluated nothing that could not be broken: %s, %j', (text, messages, seen) => {
  expect(judge(text, messages, 10)).toEqual({ text, seen });
});

it('reports what waits too long', () => {
  const monitor = new LivenessMonitor('answered:2ms', parseLiveness('answered:2ms'));
  monitor.waited('starvation', 0, 9 * MS, () => 'a callback');
  monitor.waited('answered', 0, 2 * MS, () => 'a');
  monitor.waited('answered', 1 * MS, 4 * MS, () => 'the request of /a to /add');
  monitor.waited('answered', 2 * MS, 6 * MS, () => 'b');
  expect(monitor.finish(9 * MS).violation).toBe(
    'the request of /a to /add has no response 3 ms after 0.001000000 s',
  );
  monitor.waited('answered', 0, 6 * MS, () => 'what the others wait for');
  expect(monitor.finish(9 * MS).violation).toContain('what the others wait for has no response');
});

describe('refused as malformed', () => {
  it.each(['progress:/a', 'leads-to:/a within 1s', 'leads-to:/a -> /b -> /c within 1s'])(
    '%s',
    (text) => {
      expect(() => parseLiveness(text)).toThrow('write e.g.');
    },
  );
});
