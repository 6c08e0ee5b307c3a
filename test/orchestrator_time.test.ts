/** Timers of processes if their first clock is late, or if time advances in large steps. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { peers } from './dds_peer.js';
import { LiveProcess } from './live_process.js';
import { type Callback, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** How often the timer of each node ran. */
function countsIn(callbacks: readonly Callback[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, said } of callbacks) {
    const [node = ''] = said.split(' ');
    if (kind === 'timer') counts[node] = (counts[node] ?? 0) + 1;
  }
  return counts;
}

/** The period in units of the first clock, and the number of calls at it: by rcl of Humble and Iron, and by later ones. */
const FIRST_CLOCKS = [
  { name: 'half', period: 2, old: 0, later: 0 },
  { name: 'one', period: 1, old: 1, later: 1 },
  { name: 'two', period: 0.5, old: 2, later: 1 },
  { name: 'part', period: 0.4, old: 1, later: 1 },
];

describe.skipIf(peers.ros === undefined)('timers of processes', () => {
  it.each([0, 1])(
    'run as often as rcl calls them when the first clock reads %s s',
    (first) => {
      const nodes: Record<string, string> = {};
      const expected: Record<string, number> = {};
      for (const { name, period, old, later } of FIRST_CLOCKS) {
        nodes[`${name}_old`] = `--rcl old --timer ${period} --pub /seen`;
        nodes[`${name}_later`] = `--timer ${period} --pub /seen`;
        if (first > 0 && old > 0) expected[`${name}_old`] = old;
        if (first > 0 && later > 0) expected[`${name}_later`] = later;
      }
      const file = writeSystem(sandbox, 'first.launch.xml', nodes);
      const args = ['--initial-time', String(first * 1e9), '--strict'];
      const ran = [0, 1].map(() => runSystem(sandbox, file, { until: '0.005s', args }));
      for (const { status, text, digest, callbacks } of ran) {
        expect(status, text).toBe(0);
        expect(countsIn(callbacks)).toEqual(expected);
        expect(digest).toBe(ran[0]!.digest);
      }
    },
    300_000,
  );

  it('miss nothing when a simulator skips time, and what they send arrives', async () => {
    const file = writeSystem(sandbox, 'skips.launch.xml', {
      fast: '--timer 0.1 --pub /out',
      slow: '--timer 1 --pub /out',
      t: '--sub /out --sleep 0.002±0.002 --pub /seen',
    });
    sandbox.write('skips.yaml', 'data_provider: skips.sock\n');
    const args = ['orrery', 'launch', file, '--models', 'skips.yaml', '--no-record'];
    const running = new LiveProcess(sandbox.folder, args);
    await skipTo([0, 600, 1200], join(sandbox.folder, 'skips.sock'));
    expect(await running.ended, running.stdout + running.stderr).toBe(0);
    const heard = [...running.stdout.matchAll(/seen t\((\w+) (\d+)\)/g)];
    const of = (node: string) => heard.filter(([, name]) => name === node).map(([, , n]) => n);
    expect(of('fast')).toEqual(Array.from({ length: 12 }, (_, n) => String(n)));
    expect(of('slow')).toEqual(['0']);
  }, 300_000);
});

/** A simulator that only advances time to these values, in ms. */
function skipTo(times: readonly number[], socket: string): Promise<void> {
  const calls = times.map((ms) => ({ call: 'time', sec: 0, nanosec: ms * 1e6 }));
  const lines = [...calls, { call: 'update' }, { call: 'end' }].map((call) => JSON.stringify(call));
  return new Promise((resolve) => {
    const attempt = () => {
      const client = connect(socket);
      client.on('error', () => setTimeout(attempt, 50));
      client.on('connect', () => client.write(`${lines.shift()}\n`));
      client.on('data', () => {
        const next = lines.shift();
        if (next === undefined) client.end(resolve);
        else client.write(`${next}\n`);
      });
    };
    attempt();
  });
}
