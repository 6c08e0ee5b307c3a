/** A ROS workspace with nodes and a launch file in Python runs unchanged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);
const PACKAGE = 'src/my_bot';

/** The workspace: files of the package. */
const FILES: Readonly<Record<string, string>> = {
  'package.xml': '<package><name>my_bot</name></package>',
  'setup.py': `from setuptools import setup
setup(name='my_bot', entry_points={'console_scripts': [
    'walk = my_bot.walk:main', 'watch = my_bot.watch:main']})
`,
  'my_bot/__init__.py': '',
  'my_bot/walk.py': `import rclpy
from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from tf2_ros import TransformBroadcaster

def main():
    rclpy.init()
    node = Node('walk')
    node.declare_parameter('step', 1.0)
    broadcaster = TransformBroadcaster(node)
    moved = TransformStamped(child_frame_id='base')
    moved.header.frame_id = 'odom'
    def move():
        moved.header.stamp = node.get_clock().now().to_msg()
        moved.transform.translation.x += node.get_parameter('step').value
        broadcaster.sendTransform(moved)
    node.create_timer(0.5, move)
    rclpy.spin(node)
`,
  'my_bot/watch.py': `import rclpy
from rclpy.node import Node
from tf2_ros import Buffer, TransformListener
from .words import PLACE

def main():
    rclpy.init()
    node = Node('watch')
    buffer = Buffer()
    listener = TransformListener(buffer, node)
    def look():
        if buffer.can_transform('odom', 'base', rclpy.time.Time()):
            found = buffer.lookup_transform('odom', 'base', rclpy.time.Time())
            print(node.get_name(), PLACE, found.transform.translation.x, flush=True)
    node.create_timer(0.8, look)
    rclpy.spin(node)
`,
  'my_bot/words.py': "PLACE = 'at'\n",
  'launch/bot.launch.py': `from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

def generate_launch_description():
    return LaunchDescription([
        DeclareLaunchArgument('step', default_value='1.0', description='m'),
        Node(package='my_bot', executable='walk',
             parameters=[{'step': LaunchConfiguration('step')}]),
        Node(package='my_bot', executable='watch', name='eyes'),
    ])
`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) sandbox.write(`${PACKAGE}/${name}`, text);
});
afterAll(() => sandbox.remove());

describe.skipIf(PYTHON === undefined)('a workspace in Python', () => {
  const file = `${PACKAGE}/launch/bot.launch.py`;

  it('runs unchanged, and twice the same', () => {
    const args = ['launch', file, 'step:=2.5', '--until', '3s', '--no-record'];
    const first = sandbox.orrery(args);
    expect(first.stderr).toBe('');
    const seen = first.lines.filter((line) => line.startsWith('eyes'));
    expect(seen).toEqual(['eyes at 2.5', 'eyes at 7.5', 'eyes at 10.0']);
    const digestOf = (lines: readonly string[]) => lines.find((line) => /^digest /.test(line));
    expect(digestOf(first.lines)).toMatch(/^digest [0-9a-f]{16}/);
    expect(digestOf(sandbox.orrery(args).lines)).toBe(digestOf(first.lines));
  });

  it('lists the arguments of its launch file', () => {
    expect(sandbox.orrery(['launch', file, '--show-args']).stdout).toMatch(/step.*\n.*m\n/s);
  });

  it.each([
    "os.environ['NOT_SET']",
    "yaml.safe_load('a: [')",
    "rclpy.qos.QoSProfile(depth='ten')",
    "get_package_share_directory('nowhere')",
  ])('reports the mistake %s at the line of its launch file', (mistake) => {
    const modules =
      'import os, yaml, rclpy.qos\nfrom ament_index_python.packages import get_package_share_directory\n';
    const wrong = sandbox.write(
      'wrong.launch.py',
      `${modules}def generate_launch_description():\n    return ${mistake}\n`,
    );
    const { stderr, status } = sandbox.orrery(['launch', wrong, '--until', '1s', '--no-record']);
    expect(stderr).toContain('wrong.launch.py:4:1: ');
    expect(status).toBe(1);
  });
});
