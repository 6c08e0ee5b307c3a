import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PackageIndex } from '../components/index.js';
import { mistakes, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile, readLaunchArguments } from './load.js';
import { HAS_PYTHON, launch } from './python_launch.test_support.js';

describe.skipIf(!HAS_PYTHON)('Python launch files', () => {
  it('give nodes with parameters of their types, remappings and scopes', () => {
    const file = launch(
      'scopes.launch.py',
      `DeclareLaunchArgument('rate', default_value='10', description='Hz'),
       GroupAction([
         PushRosNamespace('robot'), SetParameter('use_sim_time', True), SetRemap('tf', '/tf'),
         Node(package='bot', executable='drive', name='drive', namespace='base',
              parameters=[{'rate': LaunchConfiguration('rate'), 'gain': 1.0, 'on': 'true',
                           'text': ParameterValue(LaunchConfiguration('rate'), value_type=str),
                           'pid': {'p': [1, 2]}}],
              remappings=[('cmd', 'cmd_vel')], arguments=['--fast', ['--n=', '1']]),
       ]),
       Node(package='bot', executable='look', condition=UnlessCondition('false'))`,
    );
    const { actions, arguments: args } = loadLaunchFile(file);
    expect(args).toMatchObject([{ name: 'rate', description: 'Hz', value: '10' }]);
    const [drive, look] = actions;
    expect(drive).toMatchObject({
      kind: 'node',
      namespace: '/robot/base',
      arguments: ['--fast', '--n=1'],
      remappings: [
        { from: 'tf', to: '/tf' },
        { from: 'cmd', to: 'cmd_vel' },
      ],
      place: { file },
    });
    if (drive?.kind !== 'node') throw new Error('the first action is a node');
    expect(drive.parameters.map((p) => p.kind === 'value' && [p.name, p.value, p.pattern])).toEqual(
      [
        ['use_sim_time', 'true', '/**'],
        ['rate', '10', '/robot/base/drive'],
        ['gain', '1.0', '/robot/base/drive'],
        ['on', '"true"', '/robot/base/drive'],
        ['text', '"10"', '/robot/base/drive'],
        ['pid.p', '[1, 2]', '/robot/base/drive'],
      ],
    );
    expect(look).toMatchObject({ name: null, namespace: null, parameters: [], remappings: [] });
  });

  it('include files of all kinds and are included by them', () => {
    launch('inner.launch.py', "Node(package='bot', executable=LaunchConfiguration('what'))");
    write(
      'middle.launch.yaml',
      `launch:
- arg: {name: what, default: nothing}
- node: {pkg: bot, exec: $(var what)}
- include: {file: inner.launch.py}`,
    );
    const file = launch(
      'outer.launch.py',
      `PushRosNamespace('ns'),
       IncludeLaunchDescription(
         AnyLaunchDescriptionSource([ThisLaunchFileDir(), '/middle.launch.yaml']),
         launch_arguments={'what': 'given'}.items()),
       IncludeLaunchDescription(
         PythonLaunchDescriptionSource(PathJoinSubstitution([ThisLaunchFileDir(), 'inner.launch.py'])))`,
    );
    const nodes = loadLaunchFile(file).actions.map((action) =>
      action.kind === 'node' ? `${action.namespace} ${action.executable}` : action.kind,
    );
    expect(nodes).toEqual(['/ns given', '/ns given', '/ns given']);
  });

  it('handle events, timers, containers and functions', () => {
    const file = launch(
      'events.launch.py',
      `OpaqueFunction(function=more),
       RegisterEventHandler(OnProcessStart(target_action=first, on_start=[LogInfo(msg='go')])),
       first,
       RegisterEventHandler(OnProcessExit(
         target_action=first, on_exit=[EmitEvent(event=Shutdown(reason='over'))])),
       TimerAction(period=1.5, actions=[ExecuteProcess(cmd=['python3', 'a.py', '-x'], name='a')]),
       ComposableNodeContainer(
         name='box', namespace='', composable_node_descriptions=[
           ComposableNode(package='p', plugin='p::A', name='a',
                          extra_arguments=[{'use_intra_process_comms': True}]),
           ComposableNode(package='p', plugin='p::B', condition=IfCondition('0'))])`,
      `
first = Node(package='bot', executable='first')
def more(context):
    return [SetLaunchConfiguration('seen', 'yes'), LogInfo(msg=['seen: ', LaunchConfiguration('seen')])]
`,
    );
    expect(loadLaunchFile(file).actions).toMatchObject([
      { kind: 'log', message: 'seen: yes' },
      { kind: 'node', executable: 'first' },
      { kind: 'log', message: 'go' },
      { kind: 'event_handler', target: 'first', actions: [{ kind: 'shutdown', reason: 'over' }] },
      { kind: 'timer', delayNs: 1.5e9, actions: [{ command: ['python3', 'a.py', '-x'] }] },
      {
        kind: 'container',
        name: 'box',
        components: [
          { plugin: 'p::A', extraArguments: [{ name: 'use_intra_process_comms', value: 'true' }] },
        ],
      },
    ]);
  });

  it('find packages of their source tree, and the programs in them', () => {
    write('src/my_bot/package.xml', '<package><name>my_bot</name></package>');
    write('src/my_bot/my_bot/talk.py', 'def main():\n    pass\n');
    write(
      'src/my_bot/setup.py',
      "setup(entry_points={'console_scripts': ['talk = my_bot.talk:main']})",
    );
    const file = launch(
      'src/my_bot/launch/bot.launch.py',
      "LogInfo(msg=FindPackageShare('my_bot')), Node(package='my_bot', executable='talk')",
    );
    const packages = new PackageIndex({ nodeModulesFrom: file.replace(/\/[^/]*$/, '') });
    const share = file.replace(/\/launch\/.*/, '');
    expect(loadLaunchFile(file, { packages }).actions[0]).toMatchObject({ message: share });
    expect(packages.findExecutable('my_bot', 'talk')).toBe(`${share}/my_bot/talk.py`);
    expect(packages.findEntryPoint('my_bot', 'talk')).toEqual({
      entry: 'my_bot.talk:main',
      root: share,
    });
  });

  it('name what waits for an action that is in no description, but not what a condition leaves out', () => {
    const warningsOf = (name: string, entities: string) =>
      loadLaunchFile(
        launch(
          name,
          `${entities},
           RegisterEventHandler(OnProcessExit(target_action=GONE, on_exit=[LogInfo(msg="x")])),
           RegisterEventHandler(OnProcessStart(target_action=GONE, on_start=[LogInfo(msg="x")])),
           RegisterEventHandler(OnExecutionComplete(target_action=GONE, on_completion=[LogInfo(msg="x")])),
           RegisterEventHandler(OnStateTransition(target_lifecycle_node=GONE, goal_state='active',
                                                  entities=[LogInfo(msg="x")])),
           EmitEvent(event=ChangeState(lifecycle_node_matcher=matches_action(GONE), transition_id=1)),
           LoadComposableNodes(target_container=GONE, composable_node_descriptions=[])`,
          `from launch.events import matches_action
from launch.event_handlers import *
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
GONE = LifecycleNode(package='bot', executable='drive', name='gone', namespace='')
NEVER = GroupAction([GONE], condition=IfCondition('false'))
`,
        ),
      ).warnings.join('\n');
    const WAITING = [
      ...['OnProcessExit', 'OnProcessStart', 'OnExecutionComplete', 'OnStateTransition'],
      ...['ChangeState', 'LoadComposableNodes'],
    ];
    const said = warningsOf('gone.launch.py', 'LogInfo(msg="x")');
    for (const who of WAITING) {
      expect(said).toContain(
        `${who} refers to the LifecycleNode of gone.launch.py:17, which is in no launch description, so it never runs`,
      );
    }
    expect(warningsOf('started.launch.py', 'GONE')).not.toContain('refers to');
    expect(warningsOf('later.launch.py', 'TimerAction(period=1.0, actions=[GONE])')).toBe('');
    expect(warningsOf('left_out.launch.py', 'NEVER')).toBe('');
    const over = `RegisterEventHandler(OnExecutionComplete(
      target_action=LogInfo(msg='x'), on_completion=[LogInfo(msg="x")]))`;
    const imports = 'from launch.event_handlers import OnExecutionComplete\n';
    const [action] = loadLaunchFile(launch('over.launch.py', over, imports)).actions;
    expect(action).toMatchObject({ reactions: ['OnExecutionComplete of a LogInfo'] });
  });

  it('see folders in the order of names', () => {
    for (const name of ['c', 'a', 'b']) write(`many/${name}.txt`, '');
    const file = launch(
      'many/order.launch.py',
      'LogInfo(msg=" ".join(os.listdir(HERE) + [path.name for path in pathlib.Path(HERE).iterdir()]))',
      'import os, pathlib\nHERE = os.path.dirname(__file__)\n',
    );
    const names = 'a.txt b.txt c.txt order.launch.py';
    expect(loadLaunchFile(file).actions).toMatchObject([{ message: `${names} ${names}` }]);
  });

  it('show their arguments and report mistakes at their own lines', () => {
    const file = launch('needs.launch.py', "DeclareLaunchArgument('map', choices=['a', 'b'])");
    expect(readLaunchArguments(file)).toMatchObject([{ name: 'map', choices: ['a', 'b'] }]);
    expect(mistakes(() => loadLaunchFile(file)).join()).toMatch(
      /^15:1 ORR_LAUNCH_PYTHON .*map:=VALUE/,
    );
    const broken = write('broken.launch.py', 'import os\n\ndef f(:\n');
    expect(mistakes(() => loadLaunchFile(broken)).join()).toMatch(
      /^3:\d+ ORR_LAUNCH_PYTHON Syntax/,
    );
    const raising = launch('raise.launch.py', 'f()', "\ndef f():\n    raise KeyError('nothing')\n");
    expect(mistakes(() => loadLaunchFile(raising)).join()).toContain('KeyError: nothing');
  });

  it('say what to do where a package is missing', () => {
    const said = (name: string, entities: string, before = '') => {
      const file = launch(name, entities, before);
      const line =
        readFileSync(file, 'utf8')
          .split('\n')
          .findIndex((each) => /nav9|xacro/.test(each)) + 1;
      const [mistake = ''] = mistakes(() => loadLaunchFile(file));
      expect(mistake).toContain(`${line}:1 `);
      return mistake;
    };
    expect(said('import.launch.py', '', 'import xacro\n')).toContain(
      "No module named 'xacro' (it is a package of ROS 2: put its sources into the workspace",
    );
    const advice = 'put its sources into the workspace, or its installation into AMENT_PREFIX_PATH';
    const head = 'from ament_index_python.packages import get_package_share_directory as share\n';
    expect(said('share.launch.py', "LogInfo(msg=share('nav9'))", head)).toContain(advice);
    expect(said('find.launch.py', "LogInfo(msg=FindPackageShare('nav9'))")).toContain(advice);
    const none = write('none.launch.py', 'def nothing(): pass\n');
    expect(() => loadLaunchFile(none)).toThrow(`${none}:1:1`);
  });

  it('have only the arguments that they declare or read', () => {
    const refusal = (file: string, ...names: string[]) =>
      mistakes(() =>
        loadLaunchFile(file, { args: Object.fromEntries(names.map((n) => [n, 'b'])) }),
      ).join();
    const left = "condition=IfCondition('false')";
    const file = launch(
      'reads.launch.py',
      `DeclareLaunchArgument('speed', default_value='1'),
       OpaqueFunction(function=lambda c: print(c.launch_configurations.get('asked'))),
       LogInfo(msg='x', condition=LaunchConfigurationEquals('compared', 'a')),
       LogInfo(msg=LaunchConfiguration('mentioned'), ${left}),
       GroupAction([DeclareLaunchArgument('declared', default_value='')], ${left})`,
      'from launch.conditions import LaunchConfigurationEquals\n',
    );
    expect(refusal(file, 'asked', 'compared', 'mentioned', 'declared')).toBe('');
    expect(refusal(file, 'sped')).toMatch(/ORR_LAUNCH_ARGUMENT .*did you mean "speed"\?/);
    const around = write('around.launch.yaml', `launch: [{include: {file: ${file}}}]\n`);
    expect(refusal(around, 'sped')).toContain('did you mean "speed"?');

    const all = 'OpaqueFunction(function=lambda c: print(dict(c.launch_configurations)))';
    expect(refusal(launch('all.launch.py', all), 'any')).toBe('');
    const words = "\nimport sys\nREAD = [word for word in sys.argv if 'any' in word]\n";
    expect(refusal(launch('words.launch.py', '', words), 'any')).toBe('');
    const include = launch('maybe.launch.py', `IncludeLaunchDescription('a.launch.py', ${left})`);
    const { warnings } = loadLaunchFile(include, { args: { any: 'b' } });
    expect(warnings.join()).toContain('The argument "any" is not declared');
  });
});
