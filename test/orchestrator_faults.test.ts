/** Processes that crash, freeze and restart at a virtual time, and some that are killed for real. */
import { mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cycloneEnvironment, peers } from './dds_peer.js';
import { LiveProcess } from './live_process.js';
import { alive, runSystem, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** In how many runs something is killed; 200 take a quarter of an hour. */
const KILLS = Number(process.env.ORRERY_ORCHESTRATOR_KILLS ?? 3);

const NODES = {
  worker: '--sub /m --sleep 0.002±0.002 --pub /seen --timer 0.05 --pub /ticks',
  other: '--sub /ticks --sleep 0.002±0.002 --pub /seen',
};

/** Processes that work in the sandbox's folder or below, which a run has left behind. */
function left(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(sandbox.folder);
    } catch {
      return false;
    }
  });
}

/** Settings with which Cyclone DDS considers others gone after a second; Orrery considers nothing gone. */
const LEASE = Object.entries(cycloneEnvironment(false, 1000))
  .filter(([name]) => /^(CYCLONEDDS_URI|PEER_\w+)$/.test(name))
  .flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** A run in real time of processes with a lease of 1 s. */
function launched(name: string, until: string, models = '{}\n'): LiveProcess {
  const file = writeSystem(sandbox, name, NODES);
  sandbox.write('limits.yaml', models);
  const args = ['orrery', 'launch', file, '--until', until, '--rate', '1', '--no-record'];
  return new LiveProcess(sandbox.folder, [...args, '--models', 'limits.yaml', ...LEASE]);
}

/** Waits until the system has removed what was killed. */
async function gone(): Promise<string[]> {
  const found = () => [...Object.keys(NODES).flatMap(alive), ...left()];
  for (let tries = 0; tries < 500 && found().length > 0; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return found();
}

/** Numbers from 0 to 1, the same in every test run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

describe.skipIf(peers.ros === undefined)('processes on Cyclone DDS', () => {
  it('crash, start again and freeze at a virtual time, with one digest', () => {
    const file = writeSystem(sandbox, 'faults.launch.xml', NODES);
    sandbox.write(
      'faults.yaml',
      `faults:
  - {fault: crash, node: /worker, at: 250ms, restart_after: 200ms}
  - {fault: freeze, node: /other, at: 120ms, until: 230ms}
`,
    );
    const runs = [1, 2].map(() =>
      runSystem(sandbox, file, { until: '0.75s', args: ['--models', 'faults.yaml'] }),
    );
    const [first, second] = runs as [(typeof runs)[0], (typeof runs)[0]];
    const heard = [...first.text.matchAll(/seen (worker\(.*)$/gm)].map(([, what]) => what);
    // Three messages arrive while there is no worker.
    expect(heard, first.text).toEqual([
      'worker(m0)',
      'worker(m1)',
      'worker(m4)',
      'worker(m5)',
      'worker(m6)',
    ]);
    // A frozen node loses nothing: it receives it later.
    const ticks = [...first.text.matchAll(/seen other\((.*)\)$/gm)].map(([, what]) => what);
    expect(ticks.slice(0, 5)).toEqual([0, 1, 2, 3, 0].map((n) => `worker ${n}`));
    expect(first.text).not.toContain('leak');
    expect(second.digest, second.text).toBe(first.digest);
  }, 300_000);

  it('leave nothing behind when they, or Orrery, are killed', async () => {
    const file = writeSystem(sandbox, 'kills.launch.xml', NODES);
    const random = numbers(Number(process.env.ORRERY_ORCHESTRATOR_SEED ?? 7));
    for (let run = 0; run < KILLS; run++) {
      const temporary = join(sandbox.folder, `tmp${run}`);
      mkdirSync(temporary);
      const args = [
        'orrery',
        'launch',
        file,
        '--until',
        '0.5s',
        '--rate',
        '1',
        '--record',
        `run${run}`,
      ];
      const running = new LiveProcess(sandbox.folder, args, { TMPDIR: temporary });
      await running.printed('seen worker(m0)');
      await new Promise((resolve) => setTimeout(resolve, random.next().value * 300));
      const victim = ['worker', 'other', 'orrery'][run % 3]!;
      const [pid] = alive(victim);
      if (victim === 'orrery') running.kill();
      else if (pid !== undefined) process.kill(Number(pid), 'SIGKILL');
      const code = await running.ended;
      const text = running.stdout + running.stderr;
      // A run that had ended before is not changed any more.
      const isOver = code === 0 && text.includes('Done after');
      if (victim === 'orrery') expect(isOver || code === null, text).toBe(true);
      else if (!isOver) expect(text).toContain(`The program ${victim} ended by SIGKILL.`);
      expect(await gone(), `${run}: ${victim}`).toEqual([]);
      expect(readdirSync(temporary)).toEqual([]);
      if (code === null) continue;
      const { status, stdout } = sandbox.orrery(['bag', 'info', `run${run}`]);
      expect(status, stdout).toBe(0);
      expect(stdout).toContain('/seen');
    }
  }, 3_600_000);

  it('that are stopped for longer than their lease are named, with the states of their threads', async () => {
    const running = launched('stopped.launch.xml', '1s', 'process_limits: { callback: 3s }\n');
    await running.printed('seen worker(m0)');
    process.kill(Number(alive('worker')[0]), 'SIGSTOP');
    const status = await running.ended;
    const text = running.stdout + running.stderr;
    expect(status, text).toBe(1);
    expect(text).toMatch(
      /The program worker has not finished [^;]* within 3 s; it still has to answer a call of \/worker\/[gs]et_parameters; its threads: .*: T/,
    );
    expect(await gone()).toEqual([]);
  }, 300_000);

  it('go on after such a stop, with the same digest', async () => {
    const running = launched('paused.launch.xml', '0.5s');
    await running.printed('seen worker(m0)');
    const pid = Number(alive('worker')[0]);
    process.kill(pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    process.kill(pid, 'SIGCONT');
    const status = await running.ended;
    const text = running.stdout + running.stderr;
    expect(status, text).toBe(0);
    const digest = /^digest (\w+)$/m.exec(running.stdout)?.[1];
    expect(runSystem(sandbox, 'paused.launch.xml', { until: '0.5s', args: LEASE }).digest).toBe(
      digest,
    );
  }, 300_000);
});
