/** Programs and launch files see the environment that was given, and nothing else unnoticed. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { ROOT } from './orrery_command.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const { simulate } = (await import(
  pathToFileURL(join(ROOT, 'dist/testing/index.js')).href
)) as typeof import('../src/testing/index.js');

const sandbox = new Sandbox(orrery);
afterAll(() => sandbox.remove());

const PROGRAM = `const rclnodejs = require('rclnodejs');
const see = (when) => console.log(when, process.env.MODE, process.env.ROS_DISTRO);
see('loaded');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('n');
  node.createTimer(100_000_000n, () => see('timer'));
  console.log(rclnodejs.DistroUtils.getDistroName());
  node.spin();
});
`;
sandbox.write('see.cjs', PROGRAM);
sandbox.write('ask.cjs', 'console.log(process.env.SECRET, process.env.UNKNOWN_ANYWHERE);\n');
const see = ['run', 'see.cjs', '--until', '0.1s'];
const nothingKept = '--no-record';

describe('a variable that is given', () => {
  it.each([
    [['--env', 'MODE=sim'], {}, 'sim'],
    [['--env', 'MODE'], { MODE: 'passed' }, 'passed'],
    [['--env-file', 'vars.env'], {}, 'a b'],
    [['--env-file', 'vars.env', '--env', 'MODE=over'], {}, 'over'],
  ])('is seen by programs and their callbacks: %j', (words, machine, value) => {
    sandbox.write('vars.env', '# modes\nexport MODE="a b" # both\nOTHER=1\n');
    const { lines } = sandbox.orrery([...see, ...words, nothingKept], machine);
    expect(lines.slice(0, 3)).toEqual([`loaded ${value} jazzy`, 'jazzy', `timer ${value} jazzy`]);
  });

  it('is part of run.json and of repetitions', () => {
    sandbox.orrery([...see, '--env', 'MODE=sim', '--record', 'kept']);
    expect(sandbox.read('kept/run.json')).toMatch(/"env": \{\s*"MODE": "sim"/);
    sandbox.write('named.cjs', PROGRAM.replace("'n'", 'process.env.NAME'));
    const repeat = ['verify', 'named.cjs', '--env', 'NAME=given', '--until', '0.1s', '--runs', '2'];
    expect(sandbox.orrery(repeat).status).toBe(0);
  });

  it('is visible to launch files, whose changes apply to their processes', () => {
    sandbox.write(
      'vars.launch.yaml',
      `launch:
- executable: {cmd: node see.cjs, name: a, env: [{name: MODE, value: $(env MODE)-$(env ROS_DISTRO)}]}
- unset_env: {name: MODE}
- executable: {cmd: node see.cjs, name: b}
`,
    );
    const words = ['vars.launch.yaml', '--env', 'MODE=sim', '--distro', 'humble', '--until', '0'];
    const { lines } = sandbox.orrery(['launch', ...words, nothingKept]);
    expect(lines).toContain('loaded sim-humble humble');
    expect(lines).toContain('loaded undefined humble');
  });

  it('is passed to simulate(), and is in the command that repeats the run', async () => {
    const file = sandbox.write('name.cjs', PROGRAM.replace("'n'", 'process.env.NAME'));
    const run = await simulate(file, { until: 0.1, env: { NAME: 'given' }, distro: 'humble' });
    expect(run.command).toContain('--env NAME=given');
    expect(Object.keys(run.outcome.digest.nodes)).toContain('/given');
  });

  it('chooses the distribution, and may not contradict it', () => {
    const env = ['--env', 'ROS_DISTRO=humble'];
    expect(sandbox.orrery([...see, ...env, nothingKept]).lines[1]).toBe('humble');
    const { stderr } = sandbox.orrery([...see, ...env, '--distro', 'jazzy']);
    expect(stderr).toContain('ORR_ENVIRONMENT');
  });
});

describe('a variable that is not given', () => {
  const SECRET = { SECRET: 'x' };

  it('is not visible, and reading it is reported if the machine has it', () => {
    const run = sandbox.orrery(['run', 'ask.cjs', nothingKept], SECRET);
    expect(run.lines[0]).toBe('undefined undefined');
    expect(run.stderr).toMatch(/^leak environment: process.env.SECRET at .*ask.cjs:1:25/m);
    expect(run.stderr).not.toContain('UNKNOWN_ANYWHERE');
    const elsewhere = sandbox.orrery(['run', 'ask.cjs', nothingKept]);
    expect(elsewhere.stderr).not.toContain('leak');
  });

  it('is an error in strict runs, even for a process with variables of its own', () => {
    sandbox.write(
      'ask.launch.yaml',
      'launch:\n- executable: {cmd: node ask.cjs, env: [{name: OWN, value: "1"}]}\n',
    );
    for (const words of [
      ['run', 'ask.cjs'],
      ['launch', 'ask.launch.yaml'],
    ]) {
      const { stderr, status } = sandbox.orrery([...words, nothingKept, '--strict'], SECRET);
      expect(stderr).toContain('error ORR_LEAK_ENVIRONMENT');
      expect(status).toBe(1);
    }
  });

  it('is a warning if a launch file has a default for it, and an error in strict runs', () => {
    sandbox.write('ask_log.launch.yaml', 'launch:\n- log: {message: "$(env SECRET none)"}\n');
    const words = ['launch', 'ask_log.launch.yaml', nothingKept];
    const { stderr, status } = sandbox.orrery(words, SECRET);
    expect(stderr).toMatch(/warning: .*SECRET is set on this machine but was not given/);
    expect(stderr).toContain('[launch]: none');
    expect(status).toBe(0);
    expect(sandbox.orrery([...words, '--strict'], SECRET).stderr).toContain('--env SECRET');
  });
});

describe('a variable that is not given, in Python,', () => {
  const machine = { SECRET: 'x', LANG: 'de_DE.UTF-8' };
  const ways = [
    ["os.environ.get('SECRET')", "os.environ['SECRET']"],
    ["os.getenv('SECRET', 'd')", "os.environ['SECRET']"],
    ["'SECRET' in os.environ", "os.environ['SECRET']"],
    ["os.environb.get(b'SECRET')", "os.environ['SECRET']"],
    ['dict(os.environ)', 'os.environ'],
    ["os.path.expanduser('~')", "os.environ['HOME']"],
    ['pathlib.Path.home()', "os.environ['HOME']"],
  ];

  it.each(ways)('is reported where a node reads it: %s', (read, what) => {
    sandbox.write('asks.py', `import os, pathlib\n${read}\n`);
    const { stderr } = sandbox.orrery(['run', 'asks.py', nothingKept], machine);
    expect(stderr).toContain(`leak environment: ${what} at ${sandbox.folder}/asks.py:2`);
  });

  it('is an error in a strict run', () => {
    sandbox.write('asks.py', "import os\nos.environ.get('SECRET')\n");
    const { stderr, status } = sandbox.orrery(['run', 'asks.py', '--strict', nothingKept], machine);
    expect(stderr).toContain("os.environ['SECRET']");
    expect(status).toBe(1);
  });

  it('is read silently if it is given, set, no variable of the machine, or one of a package', () => {
    sandbox.write(
      'asks.py',
      `import os, tempfile
os.environ['SET'] = 'own'
print(os.environ.get('SECRET'), os.environ['SET'], os.environ['LANG'], os.environ['ROS_DISTRO'])
os.environ.get('UNKNOWN_ANYWHERE')
tempfile.gettempdir()
`,
    );
    const words = ['run', 'asks.py', '--strict', '--env', 'SECRET', nothingKept];
    const { lines, status } = sandbox.orrery(words, { ...machine, SET: 'x', TMPDIR: '/tmp' });
    expect(lines[0]).toBe('x own C.UTF-8 jazzy');
    expect(status).toBe(0);
  });

  it.each([
    ["os.environ.get('SECRET', 'd')", "os.environ['SECRET']"],
    ["EnvironmentVariable('SECRET', default_value='d')", '$(env SECRET)'],
  ])('is a warning in a launch file, and an error in strict runs: %s', (read, what) => {
    sandbox.write(
      'asks.launch.py',
      `import os
from launch import LaunchDescription
from launch.actions import LogInfo
from launch.substitutions import EnvironmentVariable
def generate_launch_description():
    return LaunchDescription([LogInfo(msg=${read})])
`,
    );
    const words = ['launch', 'asks.launch.py', nothingKept];
    const { stderr, status } = sandbox.orrery(words, machine);
    expect(stderr).toContain(`asks.launch.py:6:1: ${what} is of this machine`);
    expect(status).toBe(0);
    expect(sandbox.orrery([...words, '--env', 'SECRET'], machine).stderr).not.toContain('machine');
    const strict = sandbox.orrery([...words, '--strict'], machine);
    expect(strict.stderr).toContain(`asks.launch.py:6:1: ${what} is of this machine`);
    expect(strict.status).toBe(1);
  });
});

it('a message above --message-limit is refused with its field', () => {
  sandbox.write(
    'big.cjs',
    `const rclnodejs = require('rclnodejs');
rclnodejs.init().then(() => {
  const node = rclnodejs.createNode('n');
  const publisher = node.createPublisher('std_msgs/msg/UInt8MultiArray', 'bytes');
  node.createTimer(1_000_000n, () => publisher.publish({ data: new Uint8Array(20_000) }));
  node.spin();
});
`,
  );
  const words = ['run', 'big.cjs', '--until', '5ms', nothingKept];
  expect(sandbox.orrery(words).status).toBe(0);
  const { stderr, status } = sandbox.orrery([...words, '--message-limit', '10000']);
  expect(stderr).toContain('message limit of 10000 bytes');
  expect(status).toBe(1);
});

it.skipIf(PYTHON === undefined)('likewise of a Python program', () => {
  sandbox.write(
    'big.py',
    `import rclpy
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node('n')
publisher = node.create_publisher(String, 'text', 10)
node.create_timer(0.001, lambda: publisher.publish(String(data='x' * 20_000)))
rclpy.spin(node)
`,
  );
  const words = ['run', 'big.py', '--until', '5ms', nothingKept, '--message-limit', '10000'];
  const { stderr, status } = sandbox.orrery(words);
  expect(stderr).toContain(
    'error ORR_MESSAGE_TOO_LARGE: /text: a message of std_msgs/msg/String takes 20009 bytes',
  );
  expect(status).toBe(1);
});
