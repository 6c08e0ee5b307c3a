/** Processes on Cyclone DDS that pause while they start: how far they have come does not decide anything. */
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { heard, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** Two processes in a row, and what delays their starts. */
function system(file: string, first: string, second: string, third: string): string {
  return writeSystem(sandbox, file, {
    a: `--sub /m --pub /n ${first}`,
    b: `--sub /n --pub /seen ${second}`,
    c: `--sub /m --pub /seen ${third}`,
  });
}

describe.skipIf(peers.ros === undefined)('processes that pause while they start', () => {
  it('for a second take part as usual', () => {
    const plain = runSystem(sandbox, system('plain.launch.xml', '', '', ''));
    expect(plain.status, plain.text).toBe(0);
    expect(heard(plain, 'b').length).toBeGreaterThan(2);
    const steps = ['parameters', 'behaviours', 'announcement'];
    const frozen = steps.map((step) => `--freeze ${step}:1`) as [string, string, string];
    // A sleeping process is known to be alive by the answers that it owes.
    const asleep = ['', '--linger behaviours:1', '--linger announcement:1'] as const;
    const files = [system('frozen.launch.xml', ...frozen), system('asleep.launch.xml', ...asleep)];
    for (const file of files) {
      const ran = runSystem(sandbox, file, { args: ['--strict'] });
      expect(ran.status, ran.text).toBe(0);
      expect(ran.digest, ran.text).toBe(plain.digest);
    }
  }, 300_000);
});
