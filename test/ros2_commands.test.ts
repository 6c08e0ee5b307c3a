/**
 * Commands that launch files and programs start: those of `ros2`, and programs of packages by the path that they have
 * where the package is installed.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

const folder = temporaryDirectory();

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return file;
}

write('src/app/package.xml', '<package format="3"><name>app</name></package>');
write('src/app/setup.py', "entry_points={'console_scripts': ['say = app.say:main']}\n");
write('src/app/app/__init__.py', '');
// Without an entry point, nothing calls `main`.
write('src/app/app/say.py', "import sys\ndef main(): print('said', *sys.argv[1:])\n");

const TARGET = write(
  'target.py',
  `import time
import rclpy
from rclpy.action import ActionServer
from rclpy.executors import MultiThreadedExecutor
from rclpy.lifecycle import Node
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from std_msgs.msg import String
rclpy.init()
node = rclpy.create_node('target')
states = Node('states')
node.declare_parameter('gain', 1)
node.create_subscription(String, 'chatter', lambda message: print('heard', message.data), 10)
publisher = node.create_publisher(String, 'words', 10)
node.create_timer(0.5, lambda: publisher.publish(String(data='word')))
def add(request, response):
    response.sum = request.a + request.b
    return response
node.create_service(AddTwoInts, 'add', add)
def execute(goal):
    goal.publish_feedback(Fibonacci.Feedback(sequence=[1]))
    goal.succeed()
    return Fibonacci.Result(sequence=[0] * goal.request.order)
ActionServer(node, Fibonacci, 'count', execute)
executor = MultiThreadedExecutor()
executor.add_node(node)
executor.add_node(states)
executor.spin()
`,
);

/** Words of a command, and what it prints. */
const COMMANDS: readonly (readonly [string[], ...string[]])[] = [
  [['topic', 'pub', '-1', '/chatter', 'std_msgs/msg/String', 'data: hi'], 'heard hi\n'],
  [
    ['topic', 'pub', '-t', '2', '-r', '10', 'chatter', 'std_msgs/String', '{data: a}'],
    'publisher: beginning loop\n',
    "publishing #2: std_msgs.msg.String(data='a')\n",
  ],
  [['topic', 'echo', '--once', '/words'], 'data: word\n---\n'],
  [['topic', 'echo', '--once', '/words', '--field', 'data'], 'word\n---\n'],
  [['topic', 'list', '-t'], '/words [std_msgs/msg/String]\n'],
  [
    ['service', 'call', '/add', 'example_interfaces/srv/AddTwoInts', '{a: 2, b: 3}'],
    'requester: making request: example_interfaces.srv.AddTwoInts_Request(a=2, b=3)\n',
    'response:\nexample_interfaces.srv.AddTwoInts_Response(sum=5)\n',
  ],
  [['service', 'list'], '/add\n'],
  [
    ['action', 'send_goal', '-f', '/count', 'example_interfaces/action/Fibonacci', 'order: 2'],
    'Feedback:\n    sequence:\n    - 1\n',
    'Result:\n    sequence:\n    - 0\n    - 0\n\nGoal finished with status: SUCCEEDED\n',
  ],
  [['action', 'list'], '/count\n'],
  [['param', 'set', '/target', 'gain', '5'], 'Set parameter successful\n'],
  [['param', 'get', 'target', 'use_sim_time'], 'Boolean value is: False\n'],
  [['param', 'list', '/target'], '  gain\n'],
  [['param', 'dump', '/target'], '/target:\n  ros__parameters:\n    gain: '],
  [['lifecycle', 'set', '/states', 'configure'], 'Transitioning successful\n'],
  [['lifecycle', 'get', '/states'], 'unconfigured [1]\n'],
  [['lifecycle', 'nodes'], '/states\n'],
  [['node', 'list'], '/states\n/target\n'],
  [['run', 'app', 'say', 'a', 'b'], 'said a b\n'],
];

/** Words of a command that ends with exit code 1, and why. */
const FAILURES: readonly (readonly [string[], string])[] = [
  [['topic', 'pub', '/x', 'std_msgs/msg/No', '{}'], "The passed type 'std_msgs/msg/No' is invalid"],
  [
    ['topic', 'pub', '/x', 'std_msgs/msg/String', '{dat: 3}'],
    "Failed to populate field: 'String' object has no attribute 'dat'",
  ],
  [
    ['service', 'call', '/add', 'example_interfaces/srv/AddTwoInts', '['],
    'Failed to populate field',
  ],
  [['lifecycle', 'set', '/states', 'fly'], 'available ones are:\n- configure [1]\n- shutdown [5]'],
  [['bag', 'record', '-o', 'never'], 'Must specify at least one option'],
  [['bag', 'play', 'never'], "Bag path 'never' does not exist!"],
];

function launch(actions: string) {
  const text = `import os
from ament_index_python.packages import get_package_prefix
from launch import LaunchDescription
from launch.actions import ExecuteProcess
from launch_ros.substitutions import ExecutableInPackage, FindPackagePrefix


def generate_launch_description():
    return LaunchDescription([${actions}])
`;
  const words = ['launch', write('test.launch.py', text), '--until', '3s', '--no-record'];
  const { stdout, stderr } = orrery(words, { cwd: folder });
  return { all: `${stdout}${stderr}`, stderr };
}

const started = (words: readonly string[]) => `ExecuteProcess(cmd=${JSON.stringify(words)})`;
const target = started(['python3', TARGET]);

describe.skipIf(PYTHON === undefined)('commands of ros2', () => {
  it('run in a launch file', () => {
    const commands = COMMANDS.map(([words]) => started(['ros2', ...words]));
    const { all, stderr } = launch([target, ...commands].join(', '));
    for (const [words, ...printed] of COMMANDS)
      for (const each of printed) expect(all, words.join(' ')).toContain(each);
    expect(stderr).not.toMatch(/^(error|warning|leak)/m);
  });

  it('fail in a launch file', () => {
    const commands = FAILURES.map(([words]) => started(['ros2', ...words]));
    const { all } = launch([target, ...commands].join(', '));
    for (const [words, why] of FAILURES) expect(all, words.join(' ')).toContain(why);
    expect(
      all.match(/The process "ros2(-\d)?" ended at \d\.\d+ s of virtual time with exit code 1/g),
    ).toHaveLength(FAILURES.length);
  });

  it('record until the end of the run', () => {
    const bag = join(folder, 'bag');
    launch(`${target}, ${started(['ros2', 'bag', 'record', '/words', '-o', bag])}`);
    expect(existsSync(join(bag, 'metadata.yaml'))).toBe(true);
    const again = launch(
      `${started(['ros2', 'bag', 'play', bag])}, ${started(['ros2', 'topic', 'echo', '/words'])}`,
    );
    expect(again.all).toContain('data: word\n---\n');
  });

  it('are words of a shell, with quotes', () => {
    const words = ['"ros2 service call /add "', '"example_interfaces/srv/AddTwoInts "'];
    const shell = `ExecuteProcess(cmd=[[${words}, "\\"{a: 4, b: 5}\\""]], shell=True)`;
    expect(launch(`${target}, ${shell}`).all).toContain('Response(sum=9)');
  });

  it('are programs of the run for a program that starts them', () => {
    const file = write(
      'starts.py',
      `import subprocess\nprint(subprocess.check_output(['ros2', 'node', 'list', '-a'], text=True))\n`,
    );
    const { stdout, stderr } = orrery(['run', file, '--no-record'], { cwd: folder });
    expect(stdout).toMatch(/^\/_ros2cli_\d+\n/);
    expect(stderr).not.toMatch(/^leak/m);
  });
});

describe.skipIf(PYTHON === undefined)(
  'the installed path of a program that is not installed',
  () => {
    it.each([
      'ExecuteProcess(cmd=[ExecutableInPackage("say", "app"), "x"])',
      'ExecuteProcess(cmd=[[FindPackagePrefix("app"), "/lib/app/say"], "x"])',
      'ExecuteProcess(cmd=[os.path.join(get_package_prefix("app"), "lib", "app", "say"), "x"])',
    ])('starts it: %s', (action) => {
      expect(launch(action).all).toContain('said x\n');
    });

    it('is found, and starts it, by the functions of ros2run and ros2launch', () => {
      write(
        'src/app/launch/one.launch.py',
        `from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node


def generate_launch_description():
    return LaunchDescription([
        DeclareLaunchArgument('word', description='What to say'),
        Node(package='app', executable='say', arguments=[LaunchConfiguration('word')], output='screen')])
`,
      );
      const file = write(
        'src/app/scripts/asks.py',
        `from ros2launch.api import *
from ros2run.api import get_executable_path, run_executable
path = get_executable_path(package_name='app', executable_name='say')
print(path, get_executable_path(package_name='app', executable_name='no'))
print(run_executable(path=path, argv=['x']))
file = get_share_file_path_from_package(package_name='app', file_name='one.launch.py')
print_arguments_of_launch_file(launch_file_path=file)
print(launch_a_launch_file(launch_file_path=file, launch_file_arguments=['word:=y']))
try:
    get_share_file_path_from_package(package_name='app', file_name='two.launch.py')
except FileNotFoundError as error:
    print(error)
`,
      );
      const { stdout, stderr } = orrery(['run', file, '--no-record'], { cwd: folder });
      expect(stdout).toContain(`${join(folder, 'src/app/lib/app/say')} None\nsaid x\n0\n`);
      expect(stdout).toContain("\n    'word':\n        What to say\n");
      expect(stdout).toMatch(/^\[say-\d+\] said y\n/m);
      expect(stdout).toContain(
        "file 'two.launch.py' was not found in the share directory of package 'app'",
      );
      expect(stderr).not.toMatch(/^(leak|error)/m);
    });

    it('starts it from XML', () => {
      const cmd = '$(exec-in-pkg say app) x';
      const file = write('test.launch.xml', `<launch><executable cmd="${cmd}"/></launch>`);
      const { stdout } = orrery(['launch', file, '--no-record'], { cwd: folder });
      expect(stdout).toContain('said x\n');
    });

    it('names what the package has instead', () => {
      const { all } = launch('ExecuteProcess(cmd=[[FindPackagePrefix("app"), "/lib/app/sai"]])');
      expect(all).toContain('The package "app" has no executable "sai"; did you mean "say"?');
    });
  },
);
