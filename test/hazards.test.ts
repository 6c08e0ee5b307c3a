/** The classical hazards of executors: each occurs, is noticed, and disappears with its remedy. */
import { describe, expect, it } from 'vitest';
import type * as Testing from '../src/testing/index.js';
import { ROOT } from './project.js';

// Runs use threads of the built package.
const { simulate } = (await import(
  new URL('dist/testing/index.js', `file://${ROOT}`).href
)) as typeof Testing;

/** Runs a hazard or its remedy twice; both runs must have the known digest. */
async function run(
  hazard: string,
  models: string,
  digest: string,
  options: Testing.SimulateOptions = {},
) {
  const folder = `${ROOT}examples/hazards/${hazard}`;
  const all = { models: `${folder}/${models}.yaml`, until: '10s', ...options };
  const first = await simulate(`${folder}/system.launch.yaml`, all);
  const again = await simulate(`${folder}/system.launch.yaml`, all);
  expect(again.digest).toBe(first.digest);
  expect(first.digest).toBe(digest);
  return first;
}

const longest = (values: readonly number[]) => Math.round(Math.max(...values) * 1000);

describe('priority inversion', () => {
  it('makes the emergency stop wait for a whole round of navigation', async () => {
    const { latencies } = (await run('priority_inversion', 'hazard', '900ad906e8d5ee35')).topic(
      '/stop',
    );
    expect(longest(latencies)).toBe(121);
  });

  it('is bounded by one callback with priorities, and disappears with a separate thread', async () => {
    const bounded = await run('priority_inversion', 'priority', 'a503846d2ca5eeef');
    expect(longest(bounded.topic('/stop').latencies)).toBe(61);
    const gone = await run('priority_inversion', 'fix', 'e09775b0845c06d0');
    expect(longest(gone.topic('/stop').latencies)).toBe(1);
  });
});

describe('a callback slower than its period', () => {
  const last = (done: Testing.SimulatedRun) => done.topic('/command').values('data').at(-1);

  it('starves everything else in its callback group', async () => {
    expect(last(await run('slow_callback_starvation', 'hazard', '3aa559f96b98c815'))).toBe(0);
  });

  it('does not affect a separate group', async () => {
    expect(last(await run('slow_callback_starvation', 'fix', '364984b2062bb89c'))).toBe(99);
  });
});

describe('a service call that its own callback group waits for', () => {
  it('is reported with the cycle', async () => {
    const stuck = await run('service_deadlock', 'hazard', 'c877708c6ccc4dc9', {
      allowFailure: true,
    });
    const [error] = stuck.outcome.errors;
    expect(error?.code).toBe('ORR_CALL_DEADLOCK');
    expect(error?.message).toMatch(
      /timer [\d.]+ ms of \/driver \(group default\) waits for the response of \/plan, which cannot run before timer [\d.]+ ms of \/driver \(group default\) returns/,
    );
  });

  it('returns if the answer has its own group', async () => {
    const done = await run('service_deadlock', 'fix', 'c2d1ed774df6fbbc');
    // A plan every second, 80 ms later.
    expect(done.topic('/path').messages.map(({ time }) => time)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9].map((second) => second + 0.08),
    );
  });
});

describe('a burst into a shallow queue', () => {
  it('is lost except for what fits in the queue', async () => {
    const lost = await run('shallow_queue_overflow', 'hazard', 'dd65abe4ab1b0c36');
    expect(lost.topic('/packets').count).toBe(500);
    expect(lost.topic('/assembled').last?.message).toEqual({ data: 198 });
  });

  it('is handled completely if it fits in the queue', async () => {
    const done = await run('shallow_queue_overflow', 'hazard', '8aad91ffde7e09c6', {
      args: { depth: '10' },
    });
    // The last burst has just arrived.
    expect(done.topic('/assembled').last?.message).toEqual({ data: 495 });
  });
});
