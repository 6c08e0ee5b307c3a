/**
 * Python programs as nodes of the simulation: which nodes they communicate with, how they end, and what they leave
 * behind.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunConfig } from '../src/system/index.js';
import { orrery } from './command_process.js';
import { COMMAND, program, ROOT } from './orrery_command.js';
import { filesIn } from './project.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-guests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TALKER = `
import rclpy
from rclpy.node import Node
from std_msgs.msg import String


class MinimalPublisher(Node):

    def __init__(self):
        super().__init__('minimal_publisher')
        self.publisher_ = self.create_publisher(String, 'topic', 10)
        self.timer = self.create_timer(0.5, self.timer_callback)
        self.i = 0

    def timer_callback(self):
        msg = String()
        msg.data = 'Hello World: %d' % self.i
        self.publisher_.publish(msg)
        self.get_logger().info('Publishing: "%s"' % msg.data)
        self.i += 1


def main(args=None):
    rclpy.init(args=args)
    rclpy.spin(MinimalPublisher())


if __name__ == '__main__':
    main()
`;

const LISTENER = `
const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = new rclnodejs.Node('listener');
  node.createSubscription('std_msgs/msg/String', 'topic', (m) => console.log('heard', m.data));
  node.spin();
});
`;

/** The head of programs that end in different ways. */
const NODE = `
import os, signal, sys, time
import rclpy
rclpy.init()
node = rclpy.create_node('victim')
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function run(files: readonly string[], ...options: string[]) {
  return orrery(['run', ...files, '--no-record', ...options]);
}

const COMPILER = spawnSync('cc', ['--version']).status === 0 ? 'cc' : undefined;

describe.skipIf(COMPILER === undefined)('a guest in C', () => {
  it('takes part using the protocol alone', () => {
    const guest = join(folder, 'c_talker.guest');
    spawnSync(COMPILER!, ['-o', guest, program('guest.c')]);
    const numbers = LISTENER.replace('String', 'UInt64').replace("'topic'", "'numbers'");
    const { stdout } = run([guest, file('numbers.js', numbers)], '--until', '1s');
    expect(stdout.match(/heard \d+n?/g)).toHaveLength(10);
  });
});

describe.skipIf(PYTHON === undefined)('Python programs', () => {
  it('communicate with JavaScript nodes in the same way in every run', () => {
    const files = [file('talker.py', TALKER), file('listener.js', LISTENER)];
    const first = run(files, '--until', '2s');
    expect(first.stdout).toContain('heard Hello World: 3');
    expect(first.stderr).toContain('[INFO] [2.000000000] [minimal_publisher]: Publishing');
    const second = run(files, '--until', '2s');
    const digest = /digest (\w+)/;
    expect(digest.exec(second.stdout)?.[1]).toBe(digest.exec(first.stdout)?.[1]);
  });

  it.each([
    ['raise', 'node.create_timer(0.1, lambda: 1 / 0)\nrclpy.spin(node)', 'ORR_GUEST_EXCEPTION'],
    ['import', 'import no_such_module', 'ORR_GUEST_IMPORT'],
    ['syntax', 'def f(:\n  pass', 'ORR_GUEST_EXCEPTION'],
    ['kill', 'time.sleep(1)\nos.killpg(os.getpgid(0), signal.SIGKILL)', 'ORR_GUEST_DIED'],
    ['segv', 'import ctypes\nctypes.string_at(0)', 'ORR_GUEST_DIED'],
    [
      'deadlock',
      'import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()',
      'ORR_GUEST_DEADLOCK',
    ],
  ])('that end by %s are named', (name, body, code) => {
    const { stderr, status } = run([file(`${name}.py`, NODE + body)], '--until', '2s');
    expect(stderr).toContain(code);
    expect(status).not.toBe(0);
  });

  it('are told that sources next to them are not a package', () => {
    mkdirSync(join(folder, 'turtle_interfaces', 'action'), { recursive: true });
    const goes = file('goes.py', `${NODE}from turtle_interfaces.action import GoToPose`);
    const { stderr } = run([goes]);
    expect(stderr).toContain('ORR_GUEST_IMPORT');
    expect(stderr).toMatch(
      /cannot import name 'GoToPose'.*\(unknown location\) \(it is a package of interfaces/,
    );
  });

  it('end the run with their own exit code if they are alone', () => {
    const leaves = file(
      'leaves.py',
      `${NODE}node.create_timer(0.1, lambda: sys.exit(3))\nrclpy.spin(node)`,
    );
    const alone = run([leaves], '--until', '2s');
    expect(alone.stdout).toContain('Finished (exit code 3) after 0.100 s');
    expect([alone.stderr.trim(), alone.status]).toEqual(['', 3]);
    const { stderr, status } = run([leaves, file('talker.py', TALKER)], '--until', '2s');
    expect(stderr).toContain('ORR_PROCESS_DIED');
    expect(status).toBe(1);
  });

  it('run the callbacks of the synthetic benchmark, with its hash', async () => {
    const file = join(ROOT, 'examples/synthetic-benchmark-python/benchmark.py');
    let printed = '';
    const out = new Writable({
      write(chunk, _encoding, done) {
        printed += chunk;
        done();
      },
    });
    const door = new URL('dist/run/index.js', `file://${ROOT}/`).href;
    const { spawnRun } = (await import(door)) as typeof import('../src/run/index.js');
    const config: RunConfig = {
      name: 'benchmark',
      seed: '0',
      system: { programs: [{ file, args: [] }], bags: [], rosArgs: [], distro: 'jazzy' },
      clock: { initialTime: 10_000_000_000n, constructAtZero: true },
      stop: { monitor: { timeoutSeconds: 100 } },
      models: {},
      output: { digest: 'content' },
      proof: {},
    };
    const { errors } = await spawnRun(config, out).outcome;
    expect(errors).toEqual([]);
    expect(printed).toBe('callbacks 19011\nfinal hash 7448837717382456148\n');
  });

  const suites = filesIn('python/orrery_tests').filter((path) => /\/guest_\w+\.py$/.test(path));

  it.each(suites)('pass %s', (path) => {
    const { stderr, status } = run([join(ROOT, path)], '--until', '100s');
    expect(stderr).toMatch(/^OK$/m);
    expect(status).toBe(0);
  });

  it('use the execution times of models', () => {
    const models = file(
      'models.yaml',
      'execution_times: [{ node: /minimal_publisher, time: 100ms }]',
    );
    const { stdout } = run(
      [
        file('talker.py', TALKER),
        file('timed.js', LISTENER.replace("'heard'", 'node.now().nanoseconds')),
      ],
      ...['--until', '1s', '--models', models],
    );
    expect(stdout).toContain('600000000n Hello World: 0');
  });

  it('are reported if they leave the virtual world', () => {
    const path = file('leak.py', "import subprocess\nsubprocess.run(['true'])\n");
    expect(run([path]).stderr).toContain('leak process: subprocess.Popen');
    expect(run([path], '--strict').stderr).toContain('ORR_GUEST_STRICT');
  });

  it('draw the names of temporary files from the seed', () => {
    const path = file('names.py', 'import tempfile\nprint(tempfile.mktemp())\n');
    const names = [[], [], ['--seed', '2']].map((options) => run([path], ...options).stdout);
    expect(names[0]).toMatch(/^\/tmp\/tmp\w{8}\n/);
    const [first, again, other] = names.map((text) => text.split('\n')[0]);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('that print without end are named', () => {
    const path = file('flood.py', 'while True:\n  print("x" * 100000)');
    const { stderr } = spawnSync(process.execPath, [COMMAND, 'run', path, '--no-record'], {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect(stderr).toContain('ORR_GUEST_FLOOD');
  });
});
