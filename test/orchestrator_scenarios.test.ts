/** The four scenarios in which ROS 2 loses its order: in C over DDS and in Python, in one order. */
import { describe, expect, it } from 'vitest';
import { free, orchestrated, SCENARIOS } from '../scripts/orchestrator_scenarios.mjs';
import { peers } from './dds_peer.js';
import { PYTHON } from './python.js';

/** How often each is run; its callbacks take other times in each run. */
const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 1);
const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);

const per = (count: number, of: (n: number) => readonly string[]) =>
  Array.from({ length: count }, (_, n) => of(n)).flat();

/** In which order the node has to get its inputs. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  drop: per(10, (n) => [`s ${n}`]),
  parallel: per(3, (n) => [`p1(s ${n})`, `p2(s ${n})`]),
  'one topic': per(3, (n) => [`p1(s ${n})`, `p2(s ${n})`]),
  services: per(3, (n) => [`s ${n}`, `1000+${n}`, `2000+${n}`]),
};

describe.each(SCENARIOS)('scenario $name', (scenario) => {
  it.skipIf(peers.ros === undefined)(
    'has one order of processes in C',
    { timeout: 600_000 },
    () => {
      for (const seed of seeds) {
        expect(orchestrated(scenario, peers.ros, seed)).toEqual(EXPECTED[scenario.name]);
      }
    },
  );

  it.skipIf(PYTHON === undefined)('has one order of Python nodes', { timeout: 600_000 }, () => {
    for (const seed of seeds) {
      expect(orchestrated(scenario, undefined, seed)).toEqual(EXPECTED[scenario.name]);
    }
  });
});

// How many it loses is a matter of real time, so that nothing is expected of that.
it.skipIf(peers.ros === undefined)(
  'runs the same processes without Orrery',
  async () => {
    const numbers = (await free(SCENARIOS[0]!, peers.ros!, 1)).map((got) => Number(got.slice(2)));
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  },
  300_000,
);
