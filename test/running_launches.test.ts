/** Launch files whose handlers can act only while their processes run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orrery } from './command_process.js';
import { PYTHON } from './python.js';
import { Sandbox } from './sandbox.js';

const sandbox = new Sandbox(orrery);

const HEAD = `
from launch import LaunchDescription
from launch.actions import *
from launch.event_handlers import *
from launch.event_handler import EventHandler
from launch.events.process import ProcessExited
from launch.substitutions import *
from launch_ros.actions import LifecycleNode, Node, PushRosNamespace
from launch_ros.event_handlers import OnStateTransition

walk = ExecuteProcess(cmd=['python3', 'walk.py', LaunchConfiguration('code', default='0')])
last = ExecuteProcess(cmd=['python3', 'walk.py', '0', '--ros-args', '-r', '__node:=last'], name='last')
later = TimerAction(period=0.1, actions=[])

def said(*words):
    return [LogInfo(msg=' '.join(words))]

def generate_launch_description():
    return LaunchDescription([
`;

/** What the file's handlers say, and the run's exit code. */
function launch(entities: string, ...words: string[]) {
  const file = sandbox.write('reacts.launch.py', `${HEAD}${entities}\n])\n`);
  const command = ['launch', file, '--until', '10s', '--no-record', ...words];
  const { stdout, stderr, status } = sandbox.orrery(command);
  const heard = [...stderr.matchAll(/\[INFO\] \[launch\]: (.*)/g)].map(([, text]) => text);
  const digest = /^digest (\w+)/m.exec(stdout)?.[1];
  return { stdout, stderr, status, heard, digest };
}

beforeAll(() => {
  sandbox.write(
    'managed.py',
    `import rclpy
from rclpy.lifecycle import LifecycleNode
rclpy.init()
rclpy.spin(LifecycleNode('managed'))
`,
  );
  sandbox.write(
    'walk.py',
    `import sys, rclpy
from rclpy.node import Node
rclpy.init()
node = Node('walk')
node.declare_parameter('steps', 2)
steps = 0
def step():
    global steps
    steps += 1
    print(node.get_fully_qualified_name(), steps, flush=True)
    if steps == node.get_parameter('steps').value:
        sys.exit(int(sys.argv[1]))
node.create_timer(0.5, step)
rclpy.spin(node)
`,
  );
});
afterAll(() => sandbox.remove());

describe.skipIf(PYTHON === undefined)('a launch file', () => {
  it.each<[string, string, string[]]>([
    [
      'a function of OnProcessExit',
      `walk, RegisterEventHandler(OnProcessExit(target_action=walk,
         on_exit=lambda event, context: said(event.process_name, str(event.returncode))))`,
      ['walk 0'],
    ],
    [
      'the end of every process',
      `walk, last, RegisterEventHandler(OnProcessExit(
         on_exit=lambda event, context: said(event.process_name)))`,
      ['walk', 'last'],
    ],
    [
      'a function of on_exit',
      `ExecuteProcess(cmd=['python3', 'walk.py', '0'], on_exit=lambda event, context: said('over'))`,
      ['over'],
    ],
    [
      'a function of OnProcessStart',
      `walk, RegisterEventHandler(OnProcessStart(target_action=walk,
         on_start=lambda event, context: said('started', event.process_name)))`,
      ['started walk'],
    ],
    [
      'what a process prints',
      `walk, RegisterEventHandler(OnProcessIO(target_action=walk,
         on_stdout=lambda event: said(event.text.decode().strip())))`,
      ['/walk 1', '/walk 2'],
    ],
    [
      'the end of the launch',
      `walk, RegisterEventHandler(OnShutdown(on_shutdown=said('the end')))`,
      ['the end'],
    ],
    [
      'the end of an action that is no process',
      `RegisterEventHandler(OnExecutionComplete(target_action=later, on_completion=said('timer'))), later`,
      ['timer'],
    ],
    [
      'a handler of its own',
      `walk, RegisterEventHandler(EventHandler(matcher=lambda event: isinstance(event, ProcessExited),
         entities=said('matched')))`,
      ['matched'],
    ],
    [
      'a transition of a lifecycle node',
      `(node := LifecycleNode(executable='managed.py', name='managed', namespace='', autostart=True)),
       RegisterEventHandler(OnStateTransition(target_lifecycle_node=node, transition='activate',
         entities=said('active')))`,
      ['active'],
    ],
    [
      'a handler that is removed',
      `(once := OnProcessExit(on_exit=lambda event, context: said('never'))) and walk,
       RegisterEventHandler(once), UnregisterEventHandler(once),
       RegisterEventHandler(OnProcessExit(target_action=walk, on_exit=said('always')))`,
      ['always'],
    ],
  ])('reacts to %s', (_, entities, expected) => {
    const first = launch(entities);
    expect(first.heard).toEqual(expected);
    expect(first.status).toBe(0);
    expect(launch(entities).digest).toBe(first.digest);
  });

  it('starts what its functions return, in the scope of the launch, with the words of the command', () => {
    const entities = `PushRosNamespace('robot'), walk, RegisterEventHandler(OnProcessExit(target_action=walk,
      on_exit=lambda event, context: last))`;
    const { stdout } = launch(entities, '-p', 'last:steps:=1');
    expect(stdout).toMatch(/^\/walk 1\n\/walk 2\n\/last 1\n/);
    expect(launch(entities, '--until-exit', 'last').stdout).toContain(
      '(last ended with exit code 0)',
    );
  });

  it('is part of a launch file that includes it, which goes on when it ends', () => {
    sandbox.write('reacts.launch.py', `${HEAD} walk, RegisterEventHandler(OnProcessIO())])`);
    const include = '<include file="reacts.launch.py"/>';
    const other = `<executable cmd="python3 walk.py 0 --ros-args -r __node:=other -p steps:=4"/>`;
    const whole = sandbox.write('whole.launch.xml', `<launch>${include}${other}</launch>`);
    const { stdout } = sandbox.orrery(['launch', whole, '--until', '10s', '--no-record']);
    expect(stdout).toContain('/walk 2\n');
    expect(stdout).toContain('/other 4\n');
  });

  it('leaves out what it is told to, and viewers', () => {
    const entities = `Node(package='rviz2', executable='rviz2'), walk, last,
      RegisterEventHandler(OnProcessStart(on_start=lambda event, context: said(event.process_name)))`;
    const { heard, stderr } = launch(entities, '--without', 'python3 walk.py 0 --ros-args');
    expect(heard).toEqual(['walk']);
    expect(stderr).toContain('rviz2/rviz2 is left out');
  });

  it('fails with a process of whose end nobody hears', () => {
    const other = 'walk, RegisterEventHandler(OnProcessIO(target_action=walk))';
    expect(launch(other, 'code:=3').status).toBe(3);
    const heard = `walk, RegisterEventHandler(OnProcessExit(on_exit=lambda event, context: said('heard')))`;
    expect(launch(heard, 'code:=3').status).toBe(0);
  });

  it('tells all mistakes before it runs, and what --print does not show', () => {
    const missing = `Node(package='no_such', executable='one'), RegisterEventHandler(OnProcessIO()), Node(package='nor_this', executable='two')`;
    expect(launch(missing).stderr).toMatch(/has 2 mistakes.*no_such.*nor_this/s);
    const file = sandbox.write(
      'reacts.launch.py',
      `${HEAD} walk, RegisterEventHandler(OnProcessIO())])`,
    );
    const { stderr, stdout } = sandbox.orrery(['launch', file, '--print']);
    expect(stdout).toContain('walk.py');
    expect(stderr).toContain('what follows while it runs is not printed (OnProcessIO)');
  });
});
