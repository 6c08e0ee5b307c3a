import { describe, expect, it } from 'vitest';
import type { Decision } from './decision.js';
import { describeDecision } from './describe_decision.js';

describe('words', () => {
  const way = { topic: '/scan', from: '/lidar', to: '/slam', message: 3 };
  const time = 2e7;
  const at = 12_340_000_000;
  const when = { node: '/slam', callback: 17, at };
  it.each<[Decision, string]>([
    [{ at, run: '/t3', before: '/t1', nth: 1 }, '/t3 before /t1 at 12.340000000 s'],
    [{ ...way, delay: time }, 'message 3 of /lidar on /scan takes 20 ms to reach /slam'],
    [{ ...way, delay: 'lost' }, 'message 3 of /lidar on /scan does not reach /slam'],
    [{ ...when, fault: 'crash' }, '/slam crashes before its callback 17, at 12.340000000 s'],
    [
      { ...when, fault: 'crash', time },
      '/slam crashes before its callback 17, at 12.340000000 s, and is started again 20 ms later',
    ],
    [
      { ...when, fault: 'freeze', time },
      '/slam is frozen for 20 ms before its callback 17, at 12.340000000 s',
    ],
    [
      { ...way, fault: 'down', at, time },
      'nothing arrives on /scan for 20 ms from 12.340000000 s on, starting with message 3 of /lidar to /slam',
    ],
    [
      { ...way, fault: 'duplicate', at, time: 0 },
      'message 3 of /lidar on /scan, at 12.340000000 s, reaches /slam twice',
    ],
    [
      { ...way, fault: 'reorder', at, time },
      'message 3 of /lidar on /scan, at 12.340000000 s, is held up for 20 ms on its way to /slam and overtaken',
    ],
    [{ seed: '7' }, 'the system has the seed 7'],
    [
      { timer: 'timer 50 ms of /driver', call: 2, at, late: time },
      'timer 50 ms of /driver is 20 ms late at 12.340000000 s (call 2)',
    ],
    [
      { timer: 'timer 50 ms of /driver', call: 0, at, late: time },
      'timer 50 ms of /driver is started 20 ms later, so that it is late from 12.340000000 s on',
    ],
    [
      { found: '/scan', from: '/lidar', to: '/slam', after: time },
      '/slam and /lidar find each other on /scan after 20 ms',
    ],
    [
      { ...way, topic: '/ask', call: 'request', delay: time },
      'request 3 of /lidar on /ask takes 20 ms to reach /slam',
    ],
  ])('%j', (decision, words) => {
    expect(describeDecision(decision)).toBe(words);
  });
});
