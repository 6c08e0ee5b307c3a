/** Nodes that were started by hand take part in a run: in their own domains, or remapped in one domain. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { BY_HAND } from './dds_domains.js';
import { cycloneEnvironment, peers } from './dds_peer.js';
import { LiveProcess } from './live_process.js';
import { type Callback, writeSystem } from './orchestrated_processes.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** How often each system is run; sleeps in it differ each time. */
const RUNS = Number(process.env.ORRERY_ORCHESTRATOR_RUNS ?? 2);
const DOMAIN = BY_HAND.first + (process.pid % BY_HAND.count);

interface ByHand {
  readonly child: ChildProcess;
  printed: string;
}
let running: ByHand[] = [];

/** Starts a node as its user does, in a shell of its own. */
function startByHand(domain: number, words: string, leaseMs?: number): ByHand {
  const env = { ...cycloneEnvironment(false, leaseMs), ROS_DOMAIN_ID: String(domain) };
  const child = spawn(peers.ros!, words.split(' '), { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const made: ByHand = { child, printed: '' };
  child.stdout!.on('data', (data) => {
    made.printed += data;
  });
  running.push(made);
  return made;
}

/** Ends them like Ctrl-C. */
async function endAll(): Promise<void> {
  for (const { child } of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    await ended;
  }
  running = [];
}
afterEach(endAll);

/** What a node that was started by hand received, in order. */
function heard({ printed }: ByHand): string[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('{"kind":"sub"'));
  return lines.map((line) => (JSON.parse(line) as Callback).got);
}

/** What a run says about how to start its nodes. */
async function toldBy(run: LiveProcess): Promise<string> {
  while (!run.stderr.includes('/t: ROS_DOMAIN_ID')) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return run.stderr;
}

/** The arguments after `--ros-args` that Orrery prints for a node. */
function argumentsOf(text: string, node: string): string {
  const line = text.split('\n').find((each) => each.startsWith(`  /${node}: ROS_DOMAIN_ID=`)) ?? '';
  return line.slice(line.indexOf('--ros-args'));
}

const SLEEP = '--sleep 0.005±0.005';
const INPUTS = [0, 1, 2];
const IN_ORDER = INPUTS.flatMap((n) => [`p1(m${n})`, `p2(m${n})`]);
const file = writeSystem(sandbox, 'source.launch.xml', {});

describe.skipIf(peers.ros === undefined)('nodes that were started by hand', () => {
  it('are ordered in domains of their own', async () => {
    const digests = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const sim = '--ros-args -p use_sim_time:=true';
      const [p1, p2, t] = [DOMAIN, DOMAIN + 1, DOMAIN + 2];
      startByHand(p1, `--node p1 --sub /m ${SLEEP} --pub /d1 ${sim}`);
      startByHand(p2, `--node p2 --sub /m ${SLEEP} --pub /d2 ${sim}`);
      const last = startByHand(
        t,
        `--node t --sub /d1 ${SLEEP} --sub /d2 ${SLEEP} --pub /seen ${sim}`,
      );
      const attach = ['--attach', `/p1@${p1}`, '--attach', `/p2@${p2}`, '--attach', `/t@${t}`];
      const args = ['orrery', 'launch', file, ...attach, '--until', '0.35s', '--no-record'];
      const ran = new LiveProcess(sandbox.folder, args);
      expect(await ran.ended, ran.stdout + ran.stderr).toBe(0);
      digests.add(/^digest (\w+)$/m.exec(ran.stdout)?.[1] ?? '');
      expect(ran.stderr).toContain('/t was started by hand, so what it did before the run');
      // The node continues after the run has ended.
      expect(last.child.exitCode).toBe(null);
      expect(heard(last), ran.stdout + ran.stderr + last.printed).toEqual(IN_ORDER);
      await endAll();
    }
    expect(digests.size).toBe(1);
  });

  it('are ordered in one domain with the remappings that Orrery prints', async () => {
    const config = {
      p1: { name: 'p', callbacks: [{ trigger: 'm', outputs: ['d'] }] },
      t: {
        name: 't',
        callbacks: [
          { trigger: 'd', outputs: [] },
          { trigger: { type: 'timer', period: 100_000_000 }, outputs: ['ticks'] },
        ],
      },
    };
    for (const [name, content] of Object.entries(config)) {
      sandbox.write(`${name}.json`, JSON.stringify(content));
    }
    const nodes = {
      p1: { config_file: 'p1.json' },
      p2: { config_file: 'p1.json' },
      t: { config_file: 't.json' },
    };
    sandbox.write('launch_config.json', JSON.stringify({ nodes }));
    const attach = Object.keys(nodes).map((node) => `{ node: /${node}, domain: ${DOMAIN} }`);
    sandbox.write(
      'attach.yaml',
      `ros2_def: { launch_config: launch_config.json, rule: thesis }\nattach: [${attach.join(', ')}]\n`,
    );
    const args = ['orrery', 'launch', file, '--models', 'attach.yaml', '--until', '0.35s'];
    const ran = new LiveProcess(sandbox.folder, [...args, '--no-record']);
    const text = await toldBy(ran);
    expect(argumentsOf(text, 'p1')).toContain('-r p1:/m:=/intercepted/p1/sub/m');
    for (const name of ['p1', 'p2']) {
      startByHand(DOMAIN, `--sub m ${SLEEP} --pub d ${argumentsOf(text, name)}`);
    }
    const words = `--sub d ${SLEEP} --timer 0.1 --pub ticks`;
    const last = startByHand(DOMAIN, `${words} ${argumentsOf(text, 't')}`);
    expect(await ran.ended, ran.stdout + ran.stderr).toBe(0);
    expect(heard(last), ran.stdout + ran.stderr + last.printed).toEqual(IN_ORDER);
  });

  it('are missed at once when they are killed, however long their lease', async () => {
    const sim = '--ros-args -p use_sim_time:=true';
    const worker = startByHand(DOMAIN, `--node worker --sub /m --sleep 1 ${sim}`, 600_000);
    const attach = ['--attach', `/worker@${DOMAIN}`];
    const args = ['orrery', 'launch', file, ...attach, '--until', '0.35s'];
    const ran = new LiveProcess(sandbox.folder, [...args, '--no-record']);
    while (heard(worker).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    worker.child.kill('SIGKILL');
    expect(await ran.ended, ran.stdout + ran.stderr).toBe(1);
    expect(ran.stdout + ran.stderr).toContain(
      'worker is gone: its process has ended without leaving its domain.',
    );
  });

  it('are named when they do not come, and when they hear others without Orrery', async () => {
    sandbox.write('missing.yaml', `attach: [{ node: /p9, domain: ${DOMAIN}, within: 1s }]\n`);
    const missing = sandbox.orrery([
      'run',
      'source.mjs',
      '--models',
      'missing.yaml',
      '--no-record',
    ]);
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain(
      `have not come within 1 s: /p9 in DDS domain ${DOMAIN}; no node is there.`,
    );
    startByHand(DOMAIN, `--node p1 --sub /m --pub /d`);
    startByHand(DOMAIN, `--node t --sub /d`);
    const args = ['run', 'source.mjs', '--attach', `/t@${DOMAIN}`, '--no-record'];
    const direct = new LiveProcess(sandbox.folder, ['orrery', ...args]);
    expect(await direct.ended).toBe(1);
    expect(direct.stderr).toContain('The node /t gets messages on /d directly from another node');
    expect(direct.stderr).toContain('start it with -r /d:=/intercepted/t/sub/d');
    startByHand(DOMAIN, `--node p1 --sub /m`);
    const twins = sandbox.orrery(['run', 'source.mjs', '--attach', `p1@${DOMAIN}`, '--no-record']);
    expect(twins.stderr).toContain(`There are several nodes /p1 in DDS domain ${DOMAIN}`);
  });
});
