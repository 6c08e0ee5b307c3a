/** Launch tests of ROS 2 (`launch_testing`): processes, and tests during and after them, in one run. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { orrery } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-launch-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TALKER = `
import sys

import rclpy
from rclpy.node import Node
from std_msgs.msg import String

rclpy.init()
node = Node('talker')
publisher = node.create_publisher(String, 'chatter', 10)


def tick():
    node.get_logger().info('talking')
    publisher.publish(String(data='hello'))
    if '--crash' in sys.argv:
        raise RuntimeError('crashed')


node.create_timer(0.5, tick)
try:
    rclpy.spin(node)
except KeyboardInterrupt:
    print('bye')
`;

const LAUNCH_TEST = `
import os
import sys
import time
import unittest

import launch
import launch_ros.actions
import launch_testing
import launch_testing.actions
import rclpy
from launch_testing.asserts import assertExitCodes, assertInStdout, assertSequentialStdout
from launch_testing_ros import WaitForTopics
from std_msgs.msg import String

TALKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'talker.py')


@launch_testing.parametrize('how', ['', '--crash'])
def generate_test_description(how):
    talker = launch_ros.actions.Node(
        executable=sys.executable, arguments=[TALKER, how], name='speaker',
        remappings=[('chatter', 'said')])
    counter = launch.actions.ExecuteProcess(
        cmd=[sys.executable, '-c', 'import time; time.sleep(2); print("counted")'],
        name='counter')
    return launch.LaunchDescription([
        talker, counter, launch_testing.util.KeepAliveProc(),
        launch_testing.actions.ReadyToTest()]), {'talker': talker, 'counter': counter}


class BesideTest(unittest.TestCase):
    def test_first_topics(self):
        started = time.time()
        with WaitForTopics([('said', String)], timeout=10.0) as topics:
            self.assertEqual(topics.received_messages('said')[0].data, 'hello')
        self.assertLess(time.time() - started, 1)

    def test_output_and_end(self, proc_output, proc_info, talker, counter):
        proc_output.assertWaitFor('talking', process=talker, stream='stderr')
        proc_info.assertWaitForShutdown(process=counter, timeout=5)


@launch_testing.post_shutdown_test()
class AfterTest(unittest.TestCase):
    def test_codes(self, proc_info, talker, counter, how):
        assertExitCodes(proc_info, process=counter)
        assertExitCodes(proc_info, [1 if how else 0], process=talker)

    def test_texts(self, proc_output, talker, counter, how):
        assertInStdout(proc_output, 'counted', counter)
        with self.assertRaises(AssertionError):
            assertInStdout(proc_output, 'other', counter)
        if not how:
            with assertSequentialStdout(proc_output, talker) as texts:
                texts.assertInStdout('bye')
`;

const FAILING = `
import unittest

import launch
import launch_testing.actions
import launch_testing.markers


@launch_testing.markers.keep_alive
def generate_test_description():
    return launch.LaunchDescription([
        launch.actions.DeclareLaunchArgument('word', default_value='none', description='A word'),
        launch_testing.actions.ReadyToTest()])


class WordTest(unittest.TestCase):
    def test_word(self, test_args):
        self.assertEqual(test_args.get('word'), 'right')
`;

describe.skipIf(PYTHON === undefined)('launch tests in Python', () => {
  const digestOf = (text: string) => /digest (\w+)/.exec(text)?.[1];

  it('run in virtual time, the same every time', () => {
    writeFileSync(join(folder, 'talker.py'), TALKER);
    writeFileSync(join(folder, 'talker_launch_test.py'), LAUNCH_TEST);
    const [first, second] = [1, 2].map(() =>
      orrery(['run', join(folder, 'talker_launch_test.py'), '--no-record']),
    );
    expect(first?.stdout).toContain('8 tests in 2 launches, 0 failed');
    expect(first?.stdout).toMatch(/process has died \[pid \d+, exit code 1/);
    expect(first?.status).toBe(0);
    expect(digestOf(first?.stdout ?? '')).toBeDefined();
    expect(digestOf(second?.stdout ?? '')).toBe(digestOf(first?.stdout ?? ''));
  });

  it('take arguments and fail with exit code 1', () => {
    writeFileSync(join(folder, 'word_launch_test.py'), FAILING);
    const run = (...words: string[]) =>
      orrery(['run', join(folder, 'word_launch_test.py'), '--no-record', '--', ...words]);
    expect(run('word:=right')).toMatchObject({ status: 0 });
    const failed = run('word:=wrong');
    expect(failed.stdout).toContain('1 tests in 1 launches, 1 failed');
    expect(failed.status).toBe(1);
    expect(run('--show-args').stdout).toContain('A word');
  });

  it.each(['launch_test', 'ros2 test'])(
    'run by the command %s, which a program starts',
    (command) => {
      writeFileSync(join(folder, 'word_launch_test.py'), FAILING);
      const asks = `
import subprocess

FILE = ${JSON.stringify(join(folder, 'word_launch_test.py'))}
for words in ([FILE, 'word:=right'], [FILE, 'word:=wrong'], [FILE, '-s'], ['nowhere.py']):
    done = subprocess.run([*'${command}'.split(), *words], capture_output=True, text=True)
    print(done.returncode, 'A word' in done.stdout)
`;
      writeFileSync(join(folder, 'asks.py'), asks);
      const { stdout } = orrery(['run', join(folder, 'asks.py'), '--no-record']);
      expect(stdout).toMatch(/^0 False\n1 False\n0 True\n2 False\n/);
    },
  );
});
