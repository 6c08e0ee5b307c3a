/** Many processes that answer one message start in parallel, and what they send has one order. */
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { alive, heard, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** How many processes answer; a machine has domains for 118. */
const COUNT = Number(process.env.ORRERY_ORCHESTRATOR_FAN_IN ?? 50);

const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 1);

describe.skipIf(peers.ros === undefined)('processes on Cyclone DDS', () => {
  it('answer a message in one order, fifty or more of them', () => {
    const names = Array.from({ length: COUNT }, (_, index) => `fan${index}`);
    const words = '--sub /m --sleep 0.001±0.001 --pub /seen';
    const file = writeSystem(sandbox, 'fan_in.launch.xml', {
      ...Object.fromEntries(names.map((name) => [name, words])),
      sink: '--sub /seen',
    });
    const ran = Array.from({ length: RUNS }, () => runSystem(sandbox, file, { until: '0.11s' }));
    for (const each of ran) {
      expect(each.status, each.text).toBe(0);
      expect(heard(each, 'sink')).toEqual(names.map((name) => `${name}(m0)`));
      expect(each.digest).toBe(ran[0]!.digest);
    }
    expect(alive('fan0')).toEqual([]);
  }, 300_000);
});
