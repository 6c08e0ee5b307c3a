/** The four scenarios in which ROS 2 loses its order have one order here: in C over DDS and in Python. */
import { describe, expect, it } from 'vitest';
import { freeOutcomes, orchestrated, SCENARIOS } from '../scripts/orchestrator_scenarios.mjs';
import { peers } from './dds_peer.js';
import { PYTHON } from './python.js';

/** How often each is run; its callbacks take different times in each run. */
const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 1);
/** How often a scenario runs without Orrery until it has had two outcomes. */
const FREE_RUNS = 10;
const seeds = Array.from({ length: RUNS }, (_, index) => index + 1);

const per = (count: number, of: (n: number) => readonly string[]) =>
  Array.from({ length: count }, (_, n) => of(n)).flat();

/** The order in which the node must receive its inputs. */
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

// Whether they differ depends on real time, so this is reported, but not required.
it.skipIf(peers.ros === undefined).each(SCENARIOS)(
  'scenario $name without Orrery shows several outcomes, or says that it does not',
  async (scenario) => {
    const { outcomes, sentence } = await freeOutcomes(scenario, peers.ros!, FREE_RUNS);
    const count = new Set(outcomes.map((each) => each.join())).size;
    if (count > 1)
      expect(sentence).toBe(`${scenario.name}: 2 outcomes in ${outcomes.length} free runs`);
    else
      expect([outcomes.length, sentence]).toEqual([
        FREE_RUNS,
        expect.stringContaining('one outcome'),
      ]);
    // Every message that Orrery delivers is delivered here, too; only the scenario that loses messages may have
    // fewer.
    for (const heard of outcomes) {
      const all = EXPECTED[scenario.name]!;
      if (scenario.name === 'drop') expect(heard.every((each) => all.includes(each))).toBe(true);
      else expect([...heard].sort()).toEqual([...all].sort());
    }
  },
  300_000,
);
