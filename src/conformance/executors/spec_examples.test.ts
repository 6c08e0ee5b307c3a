import { expect, it } from 'vitest';
import { TypeRegistry } from '../../interfaces/index.js';
import { runWorkload } from './run_workload.js';
import { parseWorkload } from './workload.js';

const types = new TypeRegistry({ amentPrefixPath: '' });

/** The starts as `Z@100 A@400 …`, with timers under their names. */
function order(
  executor: string,
  lines: readonly string[],
  intraProcess = false,
  policy: 'reverse' | 'registration' = 'reverse',
): string {
  const workload = parseWorkload([...lines, 'end 2000'], 'example');
  const started = runWorkload(workload, { executor, intraProcess, order: { policy } }, types);
  return started.map(({ name, start }) => `${name}@${start}`).join(' ');
}

const STE = 'SingleThreadedExecutor';
const STATIC = 'StaticSingleThreadedExecutor';
const MTE = 'MultiThreadedExecutor(2)';
const EVENTS = 'EventsExecutor';
const SEPARATE = 'EventsExecutor(execute_timers_separate_thread)';

const FIVE_KINDS = [
  'sub Z 400 10 -',
  'sub A 100 10 -',
  'srv S 100 -',
  'cli C 100 -',
  'timer T 300 100 1 -',
  'at 50 pub Z 1',
  'at 100 req C 1',
  'at 150 call S 1',
  'at 200 pub A 1',
];

it('serves the kinds of entities after a long callback in the order of each executor', () => {
  expect(order(STE, FIVE_KINDS)).toBe('Z@50 T@450 A@550 S@650 C@750');
  expect(order(STATIC, FIVE_KINDS)).toBe('Z@50 A@450 T@550 C@650 S@750');
  expect(order(EVENTS, FIVE_KINDS)).toBe('Z@50 C@450 S@550 A@650 T@750 T@850');
});

it('takes a snapshot: what arrives while it is served waits for the next one', () => {
  const lines = [
    'sub Z 200 10 -',
    'sub A 200 10 -',
    'srv S 200 -',
    'timer T 300 100 1 -',
    'at 50 pub Z 1',
    'at 150 pub A 1',
    'at 180 call S 1',
    'at 350 pub A 1',
  ];
  expect(order(STE, lines)).toBe('Z@50 A@250 S@450 T@650 A@750');
  expect(order(STATIC, lines)).toBe('Z@50 A@250 A@450 T@650 S@750');
  expect(order(MTE, lines)).toBe('Z@50 A@250 T@450 A@550 S@750');
});

it('takes one message of each subscription per round, or all messages of one if each wait is new', () => {
  const lines = [
    'sub Z 300 10 -',
    'sub A 100 10 -',
    'sub B 100 10 -',
    'at 100 pub Z 1',
    'at 150 pub A 3',
    'at 250 pub B 3',
  ];
  const round = 'Z@100 A@400 B@500 A@600 B@700 A@800 B@900';
  expect(order(STE, lines, false, 'registration')).toBe(round);
  const strict = 'Z@100 B@400 B@500 B@600 A@700 A@800 A@900';
  expect(order(STATIC, lines)).toBe(strict);
  expect(order(MTE, lines)).toBe(strict);
});

it('makes an idle executor begin with what woke it', () => {
  const lines = [
    'sub A 100 10 -',
    'sub B 100 10 -',
    'srv S 100 -',
    'at 100 pub A 1',
    'at 130 call S 1',
    'at 150 pub B 1',
    'at 170 pub A 1',
  ];
  expect(order(STE, lines)).toBe('A@100 B@200 A@300 S@400');
  expect(order(STE, lines, false, 'registration')).toBe('A@100 A@200 B@300 S@400');
});

it('runs groups in parallel on two threads', () => {
  const lines = [
    'group g1 me',
    'group g2 me',
    'sub A 200 10 g1',
    'srv B 200 g1',
    'sub C 200 10 g2',
    'at 100 pub A 3',
    'at 150 call B 1',
    'at 250 pub C 1',
  ];
  expect(order(MTE, lines)).toBe('A@100 C@250 A@300 A@500 B@700');
  expect(order(MTE, lines, true)).toMatch(/^A@100 C@250 A@300 /);
});

it('polls intra-process subscriptions only when their turn comes (Jazzy)', () => {
  const lines = [
    'timer T 100 200 1 -',
    'sub A 100 10 -',
    'srv S 100 -',
    'at 150 call S 1',
    'at 200 pub A 1',
  ];
  expect(order(STE, lines, true)).toBe('T@100 A@300 S@400');
  expect(order(STATIC, lines, true)).toBe('T@100 S@300 A@400');
});

it('makes an event for every period, but skips periods where timers have a thread of their own', () => {
  const lines = ['sub A 350 10 -', 'timer T 100 20 0 -', 'at 50 pub A 1'];
  expect(order(EVENTS, lines)).toMatch(/^A@50 T@400 T@420 T@440 T@460 T@500 T@600 /);
  expect(order(STE, lines)).toMatch(/^A@50 T@400 T@500 T@600 /);
  expect(order(SEPARATE, lines)).toMatch(/^A@50 T@100 T@200 T@300 /);
});

it('serves a late message in the slot of one that it overwrote', () => {
  const lines = [
    'sub Z 300 10 -',
    'sub A 100 1 -',
    'sub B 100 10 -',
    'at 50 pub Z 1',
    'at 100 pub A 1',
    'at 150 pub B 1',
    'at 200 pub A 1',
  ];
  expect(order(EVENTS, lines)).toBe('Z@50 A@350 B@450');
});

it('treats every spin_once as a wait of its own', () => {
  const spins = [300, 400, 500, 600, 700].map((time) => `spin once ${time}`);
  const lines = ['sub A 50 10 -', 'srv S 50 -', 'at 50 pub A 2', 'at 80 call S 2', ...spins];
  const callbacks = (executor: string) =>
    order(executor, lines)
      .split(' ')
      .filter((word) => /^[AS]/.test(word))
      .join(' ');
  expect(callbacks(STE)).toBe('A@300 A@400 S@500 S@600');
  expect(callbacks(EVENTS)).toBe('A@400 A@500 S@600 S@700');
});

it('follows the clock in its own thread, or one round later without it', () => {
  const lines = [
    'sub Z 200 10 -',
    'sub A 100 10 -',
    'timer T 1000 100 1 -',
    'at 50 pub Z 1',
    'at 100 clk 1000',
    'at 150 pub A 1',
  ];
  expect(order(STE, ['sim 1', ...lines])).toBe('Z@50 T@250 A@350');
  expect(order(STE, ['sim 0', ...lines])).toBe('Z@50 A@250 T@350');
  expect(order(EVENTS, ['sim 0', ...lines])).toBe('Z@50 A@250');
});
