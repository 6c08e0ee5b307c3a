/** Other simulators that provide a run's time and inputs: in Python, in C, and with mistakes. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { LiveProcess } from './live_process.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());
const examples = fileURLToPath(new URL('../examples/orchestrator', import.meta.url));
const socket = join(sandbox.folder, 's.sock');
const STEPS = 60;

function run(): LiveProcess {
  sandbox.write('provider.yaml', 'data_provider: s.sock\n');
  const controller = join(examples, 'controller.mjs');
  const words = ['orrery', 'run', controller, '--models', 'provider.yaml', '--no-record'];
  return new LiveProcess(sandbox.folder, words);
}

/** What the provider printed, and the digest of the run. */
async function together(command: string, words: readonly string[]) {
  const running = run();
  const provider = spawn(command, [...words, socket, String(STEPS)], {
    stdio: ['ignore', 'pipe', 2],
  });
  let printed = '';
  provider.stdout!.on('data', (text) => {
    printed += text;
  });
  const status = await running.ended;
  expect(status, running.stdout + running.stderr).toBe(0);
  expect(running.stdout).toContain('not reproducible by declaration');
  expect(existsSync(socket)).toBe(false);
  return { printed, digest: /digest (\w+)/.exec(running.stdout)?.[1] };
}

it.skipIf(PYTHON === undefined || spawnSync('gcc', ['--version']).status !== 0)(
  'have the same closed loop in Python and in C',
  async () => {
    const program = join(sandbox.folder, 'data_provider');
    const source = join(examples, 'data_provider.c');
    const built = spawnSync('gcc', ['-O1', '-o', program, source], { encoding: 'utf8' });
    expect(built.status, built.stderr).toBe(0);
    const python = await together(PYTHON!, [join(examples, 'data_provider.py')]);
    const c = await together(program, []);
    expect(python.printed.trim().split('\n')).toHaveLength(STEPS);
    expect(python.printed).not.toMatch(/^cart 1 \S+ 0\.0+$/m);
    expect(c).toEqual(python);
  },
);

it('are told what is wrong with a call, and may go on', async () => {
  const running = run();
  const answers: string[] = [];
  const calls = [
    'nonsense',
    '{"call":"fly"}',
    '{"call":"publish","topic":"/x"}',
    '{"call":"publish","topic":"/x","type":"no_msgs/msg/Such"}',
    '{"call":"time","sec":1}',
    '{"call":"time","sec":0}',
    '{"call":"update"}',
  ];
  await new Promise<void>((resolve) => {
    const attempt = () => {
      const client = connect(socket);
      client.on('error', () => setTimeout(attempt, 50));
      client.on('connect', () => client.write(`${calls[0]}\n`));
      client.on('data', (data) => {
        answers.push(...String(data).trim().split('\n'));
        const next = calls[answers.length];
        if (next !== undefined) client.write(`${next}\n`);
        else client.end(resolve);
      });
    };
    attempt();
  });
  expect(await running.ended, running.stdout + running.stderr).toBe(0);
  expect(answers.map((line) => 'error' in JSON.parse(line))).toEqual([
    ...[true, true, true, true],
    ...[false, true, false],
  ]);
  expect(JSON.parse(answers.at(-1)!)).toMatchObject({ ok: true, sec: 1, nanosec: 0 });
});
