/** Processes that communicate over DDS have one order, however long their callbacks take, and nothing is left of them. */
import { afterAll, describe, expect, it } from 'vitest';
import { EMPTY } from './dds_domains.js';
import { peers } from './dds_peer.js';
import { LiveProcess } from './live_process.js';
import { alive, heard, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** How often each system is run; sleeps in it differ each time. */
const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 2);

/** Writes a launch file of the source and of processes, each with its arguments. */
const system = (name: string, nodes: Readonly<Record<string, string>>) =>
  writeSystem(sandbox, name, nodes);

/** Runs a system several times, which must give one digest; returns what a node received, in order. */
function heardBy(node: string, file: string): string[] {
  const ran = Array.from({ length: RUNS }, () => runSystem(sandbox, file));
  for (const { status, text, digest } of ran) {
    expect(status, text).toBe(0);
    expect(text).not.toContain('leak');
    expect(digest, text).toBe(ran[0]!.digest);
  }
  for (const each of ran) expect(heard(each, node)).toEqual(heard(ran[0]!, node));
  return heard(ran[0]!, node);
}

const INPUTS = [0, 1, 2];

describe.skipIf(peers.ros === undefined)('processes on Cyclone DDS', () => {
  it('two paths of different lengths meet in one order', () => {
    const file = system('paths.launch.xml', {
      p1: '--sub /m --sleep 0.01±0.01 --pub /d1',
      p2: '--sub /m --sleep 0.01±0.01 --pub /d2',
      t: '--sub /d1 --sleep 0.002±0.002 --pub /seen --sub /d2 --sleep 0.002±0.002 --pub /seen',
    });
    const expected = INPUTS.flatMap((n) => [`p1(m${n})`, `p2(m${n})`]);
    expect(heardBy('t', file)).toEqual(expected);
  });

  it('two publishers of a topic, and a timer, meet in one order', () => {
    const file = system('one_topic.launch.xml', {
      p1: '--sub /m --sleep 0.01±0.01 --pub /d',
      p2: '--sub /m --sleep 0.01±0.01 --pub /d',
      t2: '--sub /d --sleep 0.002±0.002 --pub /seen --timer 0.05 --pub /seen',
    });
    const heard = heardBy('t2', file);
    expect(heard.filter((got) => got.startsWith('p'))).toEqual(
      INPUTS.flatMap((n) => [`p1(m${n})`, `p2(m${n})`]),
    );
  });

  it('calls of services within callbacks are served in one order', () => {
    const file = system('calls.launch.xml', {
      n1: '--sub /m --sleep 0.01±0.01 --call /sum --as 1000 --rest 0.005±0.005',
      n2: '--sub /m --sleep 0.01±0.01 --call /sum --as 2000 --rest 0.005±0.005',
      sp: '--sub /m --sleep 0.005±0.005 --service /sum --sleep 0.005±0.005',
    });
    const expected = INPUTS.flatMap((n) => [`m${n}`, `1000+${n}`, `2000+${n}`]);
    expect(heardBy('sp', file)).toEqual(expected);
  });

  it('are in the domains that ORRERY_DOMAINS allows, and in no others', () => {
    const launch = (nodes: Readonly<Record<string, string>>) => {
      const words = [
        'launch',
        system('domains.launch.xml', nodes),
        '--until',
        '0.2s',
        '--no-record',
      ];
      return sandbox.orrery(words, { ORRERY_DOMAINS: String(EMPTY) });
    };
    const alone = launch({ a: '--sub /m --pub /seen' });
    expect(alone.status, alone.stderr).toBe(0);
    expect(alone.stdout).toContain('seen a(m0)');
    const crowded = launch({ a: '--sub /m --pub /seen', b: '--sub /m --pub /seen' });
    expect(crowded.status).toBe(1);
    expect(crowded.stderr).toContain('all 1 that runs may use are taken');
  });

  it('a process that is killed is named, the others go on, and none is left', async () => {
    const file = system('killed.launch.xml', {
      killed_one: '--sub /m --pub /seen',
      other_one: '--sub /m --pub /other',
    });
    const args = ['orrery', 'launch', file, '--until', '3s', '--no-record', '--rate', '1'];
    const running = new LiveProcess(sandbox.folder, args);
    await running.printed('seen killed_one(m1)');
    const [pid] = alive('killed_one');
    process.kill(Number(pid), 'SIGKILL');
    expect(await running.ended).toBe(1);
    const text = running.stdout + running.stderr;
    expect(text).toContain('The program killed_one ended by SIGKILL.');
    expect([...alive('killed_one'), ...alive('other_one')]).toEqual([]);
  });
});
