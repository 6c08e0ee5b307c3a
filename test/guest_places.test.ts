/** Callbacks of Python programs are named with file and line; programs see their arguments. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TALKER = `import functools
import os
import sys
import rclpy
from std_msgs.msg import String

rclpy.init()
node = rclpy.create_node('talker')
publisher = node.create_publisher(String, 'chatter', 10)


def tick(words):
    publisher.publish(String(data=' '.join(words)))
    node.get_logger().info('ticked')
    if 'die' in words:
        os.kill(os.getpid(), 9)


node.create_timer(0.5, functools.partial(tick, sys.argv[1:]))
rclpy.spin(node)
`;

const LISTENER = `import rclpy
from rcl_interfaces.msg import Log
from rclpy.node import Node
from std_msgs.msg import String


class Listener(Node):
    def __init__(self):
        super().__init__('listener')
        self.create_subscription(String, 'chatter', self.hear, 10)
        self.create_subscription(Log, '/rosout', lambda log: print(log.file, log.line), 10)

    def hear(self, message):
        print('heard', message.data)


rclpy.init()
rclpy.spin(Listener())
`;

const ASKS = `import rclpy
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer
from rclpy.node import Node
from std_srvs.srv import Trigger


class Asks(Node):
    def __init__(self):
        super().__init__('asks')
        self.create_service(Trigger, 'do', lambda request, response: response)
        ActionServer(self, Fibonacci, 'count', self.count)
        self.client = self.create_client(Trigger, 'do')
        self.goals = ActionClient(self, Fibonacci, 'count')
        self.timer = self.create_timer(0.1, self.tick)

    def count(self, goal):
        goal.publish_feedback(Fibonacci.Feedback())
        goal.succeed()
        return Fibonacci.Result()

    def tick(self):
        self.client.call_async(Trigger.Request()).add_done_callback(self.answered)
        self.goals.send_goal_async(Fibonacci.Goal(), self.fed).add_done_callback(self.accepted)

    def answered(self, future):  # heard
        pass

    def accepted(self, future):  # heard
        future.result().get_result_async().add_done_callback(self.ended)

    def fed(self, feedback):  # heard
        pass

    def ended(self, future):  # heard
        pass


rclpy.init()
rclpy.spin(Asks())
`;

describe.skipIf(PYTHON === undefined)('callbacks in Python', () => {
  const files = ['talker.py', 'listener.py'].map((name) => join(folder, name));
  const record = join(folder, 'run');
  let said = '';

  beforeAll(() => {
    writeFileSync(files[0]!, TALKER);
    writeFileSync(files[1]!, LISTENER);
    const words = ['run', ...files, '--until', '1s', '--record', record, '--', 'a', '--b'];
    const { stdout, stderr, status } = orrery([...words, '--ros-args', '-p', 'x:=1']);
    said = stdout;
    expect(status, stderr).toBe(0);
  });

  it('get the arguments of the command', () => {
    expect(said).toContain('heard a --b --ros-args -p /**:x:=1');
  });

  it('log with a path that does not depend on where the system is', () => {
    expect(said).toMatch(/^talker\.py 14$/m);
  });

  it('are named with file, line and function', () => {
    const { stdout } = orrery(['analyze', record]);
    expect(stdout).toContain('talker.py:12 (tick)');
    expect(stdout).toContain('listener.py:13 (hear)');
    const why = orrery(['debug', record, '--callback', '2', '-c', 'why']);
    expect(why.stdout).toMatch(/#1 at .*\/talker timer .*, talker\.py:12 \(tick\)/);
  });

  it('are named where they hear of responses, goals, feedback and results', () => {
    const asks = join(folder, 'asks.py');
    writeFileSync(asks, ASKS);
    const there = join(folder, 'asked');
    const { stderr, status } = orrery(['run', asks, '--until', '1s', '--record', there]);
    expect(status, stderr).toBe(0);
    const { stdout } = orrery(['analyze', there]);
    for (const line of ASKS.split('\n').flatMap((text, i) =>
      text.includes('# heard') ? [i + 1] : [],
    )) {
      const name = /def (\w+)/.exec(ASKS.split('\n')[line - 1]!)![1];
      expect(stdout).toContain(`asks.py:${line} (${name})`);
    }
  });

  it('belong to executors of their own programs, for which there is no bound', () => {
    const models = join(folder, 'models.yaml');
    writeFileSync(models, 'execution_times: [{node: "/*", time: 10ms}]\n');
    const timed = join(folder, 'timed');
    const words = ['--until', '2s', '--models', models, '--record', timed, '--', 'a'];
    expect(orrery(['run', ...files, ...words]).status).toBe(0);
    const { stdout } = orrery(['analyze', timed]);
    expect(stdout).toMatch(/^talker +own .*\nlistener +own /m);
    expect(stdout).toContain('Worst case of executor talker: no bound');
    expect(stdout).not.toMatch(/took longer than its model allows|executor default/);
  });

  it('are named in the same way if their program dies in them, and no other process remains', () => {
    const { stderr, status } = orrery([
      'run',
      ...files,
      '--until',
      '1s',
      '--no-record',
      '--',
      'die',
    ]);
    expect(stderr).toMatch(
      /talker died in timer .* of \/talker, talker\.py:12 \(tick\), at 0\.500 s by SIGKILL/,
    );
    expect(status).toBe(1);
  });

  it('are named where their queue overflows, and where their order matters', () => {
    const say = (name: string) => `import rclpy
from std_msgs.msg import Int64
rclpy.init()
node = rclpy.create_node('${name}')
publisher = node.create_publisher(Int64, 'a', 10)
def tick():
    for i in range(2): publisher.publish(Int64(data=${name.length} + i))
node.create_timer(0.5, tick)
rclpy.spin(node)
`;
    const sums = `import rclpy
from std_msgs.msg import Int64
rclpy.init()
node = rclpy.create_node('sums')
publisher = node.create_publisher(Int64, 'out', 10)
sum = 0
def add(message):
    global sum
    sum = sum * 2 + message.data
    publisher.publish(Int64(data=sum))
node.create_subscription(Int64, 'a', add, 3)
rclpy.spin(node)
`;
    const programs = [say('one'), say('three'), sums].map((text, index) => {
      const path = join(folder, `part${index}.py`);
      writeFileSync(path, text);
      return path;
    });
    const doctor = orrery(['doctor', ...programs, '--until', '600ms']);
    expect(doctor.stdout).toContain('in the queue of /sums (depth 3), part2.py:7 (add), before');
    const races = ['--races', '--runs', '3', '--per-pair', '1', '-j', '1'];
    const explored = orrery(['explore', ...programs, '--until', '600ms', ...races]);
    expect(explored.stdout).toMatch(/\/a of \/one → \/sums.*\n {3}code: part2\.py:7 \(add\)/);
  });
});
