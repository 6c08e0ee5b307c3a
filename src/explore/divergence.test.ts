import { expect, it } from 'vitest';
import { describeDivergence, divergenceOf, placeBetween, placeKey } from './divergence.js';

const names = ['/estop → /motor', '/cmd → /motor', 'timer 5 ms of /motor'];
const inputs = (...what: number[]) => ({
  names,
  nodes: {
    '/motor': { at: what.map((_, index) => index * 1e8), what, number: what.map(() => 0) },
  },
});

it.each([
  [[0, 1], [1, 0], 'at /motor: /cmd before /estop at 0.000000000 s, normally the reverse'],
  [[0, 1], [1], 'at /motor: /cmd before /estop at 0.000000000 s, normally the reverse'],
  [[0, 1, 2], [0, 2], 'at /motor: timer 5 ms before /cmd at 0.100000000 s, normally the reverse'],
  [[0, 1], [0, 2], 'at /motor: timer 5 ms at 0.100000000 s, normally /cmd'],
  [[0], [0, 2], 'at /motor: timer 5 ms at 0.100000000 s, normally nothing more'],
])('%j, then %j', (standard, failing, words) => {
  expect(describeDivergence(divergenceOf(inputs(...standard), inputs(...failing))!)).toBe(words);
});

it('does not call an event reversed if it has not come by the time at which it was due', () => {
  const [standard, failing] = [inputs(0, 1, 2), inputs(0, 2)];
  failing.nodes['/motor'].at[1] = 2e8;
  expect(describeDivergence(divergenceOf(standard, failing)!)).toBe(
    'at /motor: timer 5 ms at 0.200000000 s without /cmd, which normally comes before it, at 0.100000000 s',
  );
});

it.each([
  [
    [1, 2, 3],
    [1, 3],
    'at /n: message 3 of /a at 0.200000000 s without message 2, which normally comes before it, at 0.100000000 s',
  ],
  [[1, 2, 3], [1, 1, 2, 3], 'at /n: message 1 of /a at 0.100000000 s, normally message 2'],
  [
    [1, 2, 3],
    [1, 3, 2],
    'at /n: message 3 of /a before message 2 at 0.200000000 s, normally the reverse: message 2 at 0.100000000 s',
  ],
])('messages %j, then %j', (standard, failing, words) => {
  const messages = (numbers: readonly number[]) => {
    const at = numbers.map((number, index) => Math.max(index, number - 1) * 1e8);
    return {
      names: ['/a → /n'],
      nodes: { '/n': { at, what: numbers.map(() => 0), number: numbers } },
    };
  };
  const divergence = divergenceOf(messages(standard), messages(failing))!;
  expect(describeDivergence(divergence)).toBe(words);
});

it.each([
  ['/a → /n', 'message 7 of /a'],
  ['/a of /left → /n', 'message 7 of /left on /a'],
  ['service /x of /n, asked by /m', 'request of /m to /x'],
])('says which event of %s is missing, and when it normally comes', (name, words) => {
  const names = [name, 'timer 5 ms of /n'];
  const number = [name.startsWith('service') ? 0 : 7, 0];
  const standard = { names, nodes: { '/n': { at: [1e8, 3e8], what: [0, 1], number } } };
  const failing = { names, nodes: { '/n': { at: [3e8], what: [1], number: [0] } } };
  expect(describeDivergence(divergenceOf(standard, failing)!)).toBe(
    `at /n: timer 5 ms at 0.300000000 s without ${words}, which normally comes before it, at 0.100000000 s`,
  );
});

it('is what does not come any more if the run went on', () => {
  const log = { at: [0, 5e8], what: [2, 2], number: [0, 0] };
  const [standard, failing] = [inputs(0, 1), inputs(0)].map(({ nodes }) => ({
    names,
    nodes: { ...nodes, '/other': log },
  }));
  expect(describeDivergence(divergenceOf(standard, failing)!)).toBe(
    'at /motor: no /cmd at 0.100000000 s, which normally comes',
  );
});

it('is undefined if a run only ended earlier', () => {
  expect(divergenceOf(inputs(0, 1), inputs(0))).toBeUndefined();
});

it('is at one place, whether the run ended there or what was expected still came', () => {
  const standard = inputs(0, 1, 2);
  const late = (...what: number[]) => {
    const failing = inputs(...what);
    failing.nodes['/motor'].at = what.map((_, index) => index * 1e8 + 2e8);
    return divergenceOf(standard, failing)!;
  };
  const [ended, went, other] = [late(0, 2), late(0, 2, 1), late(2, 0, 1)];
  expect(describeDivergence(ended)).not.toBe(describeDivergence(went));
  expect(placeKey(ended)).toBe(placeKey(went));
  expect(placeKey(other)).not.toBe(placeKey(ended));
});

it('says of a run that saw nothing only that it ended before', () => {
  const words = 'it ends before its first callback';
  expect(placeBetween(inputs(0, 1), inputs())).toBe(words);
  expect(placeBetween(inputs(0, 1), { names: [], nodes: {} })).toBe(words);
  expect(placeBetween(inputs(0, 1), inputs(0))).toContain('in the same order');
});
