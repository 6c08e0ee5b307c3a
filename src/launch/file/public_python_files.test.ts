/** What public launch files in Python do, each in the fewest lines. */
import { describe, expect, it } from 'vitest';
import { PackageIndex } from '../components/index.js';
import { leaveOut } from '../leave_out.js';
import { planLaunch } from '../plan_launch.js';
import type { LaunchOptions } from './launch_context.js';
import { folder, load, mistakes, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile } from './load.js';
import { printLaunch } from './print_launch.js';
import { HAS_PYTHON, launch } from './python_launch.test_support.js';

/** Folders as `--packages` gives them to launch files in Python. */
const withSources = () => ({
  packages: {
    packageShare: () => folder,
    packagePrefix: () => folder,
    executable: () => folder,
    sourceTrees: () => [`${folder}/sources`],
  },
});

describe.skipIf(!HAS_PYTHON)('Public launch files in Python', () => {
  it('get the arguments that they require, from the command line and from an include', () => {
    const file = launch(
      'required.launch.py',
      "DeclareLaunchArgument('robot_ip', description='where it is'), LogInfo(msg=LaunchConfiguration('robot_ip'))",
    );
    expect(loadLaunchFile(file, { args: { robot_ip: '::1' } }).actions).toMatchObject([
      { message: '::1' },
    ]);
    const around = `<launch><include file="${file}"><arg name="robot_ip" value="a"/></include></launch>`;
    expect(load(around).actions).toMatchObject([{ message: 'a' }]);
    expect(mistakes(() => loadLaunchFile(file)).join()).toContain('add robot_ip:=VALUE');
  });

  it('wait for one of several processes of one name', () => {
    write('spawn.js', '');
    const file = launch(
      'spawners.launch.py',
      `*SPAWNERS, RegisterEventHandler(OnProcessExit(target_action=SPAWNERS[1], on_exit=LAST, handle_once=True)),
       RegisterEventHandler(OnProcessExit(target_action=LAST, on_exit=[LogInfo(msg='ready')]))`,
      `
import os
FILE = os.path.join(os.path.dirname(__file__), 'spawn.js')
SPAWNERS = [Node(executable=FILE, arguments=[name]) for name in ('first', 'second', 'third')]
LAST = Node(executable=FILE, arguments=['last'])
`,
    );
    const handlers = [
      { target: 'spawn-2', once: true, steps: [{ process: 'spawn-4' }] },
      { target: 'spawn-4', once: false, steps: [{ message: 'ready' }] },
    ];
    const description = loadLaunchFile(file);
    const index = new PackageIndex({});
    const steps = planLaunch(description.actions, index);
    expect(steps.slice(3)).toMatchObject(handlers);
    // The printed system is the same system.
    const again = loadLaunchFile(write('printed.launch.yaml', printLaunch(description)));
    expect(planLaunch(again.actions, index).slice(3)).toMatchObject(handlers);
    // Of those left out, only the one that is waited for matters.
    const left = (words: string[]) => leaveOut(description.actions, index, words).notes.join();
    expect(left(['spawn.js'])).toContain('what waits for the end of "spawn" never runs');
  });

  it('run the xacro of the workspace, whose package has no __main__', () => {
    write('sources/xacro/package.xml', '<package><name>xacro</name></package>');
    write(
      'sources/xacro/xacro/__init__.py',
      'import os, sys\n\n\ndef main():\n    print(os.path.basename(sys.argv[0]), *sys.argv[1:])\n',
    );
    const file = launch(
      'xacro.launch.py',
      "LogInfo(msg=Command([FindExecutable(name='xacro'), ' robot.xacro', ' a:=', 'b']))",
    );
    const said = { message: 'xacro robot.xacro a:=b\n' };
    expect(loadLaunchFile(file, withSources()).actions).toMatchObject([said]);
    const xml = `<launch><log message="$(command 'xacro robot.xacro a:=b')"/></launch>`;
    const options = { ...withSources(), allowCommand: true };
    expect(load(xml, options).actions).toMatchObject([said]);
    expect(mistakes(() => load(xml)).join()).toContain('--allow-command');
    expect(mistakes(() => load(xml, { allowCommand: true })).join()).toContain(
      'put the package xacro (pure Python, ros/xacro) into the workspace',
    );
  });

  it('name the environment variables and modules that the run lacks', () => {
    const said = (name: string, entities: string, before = '') =>
      mistakes(() => loadLaunchFile(launch(name, entities, before))).join();
    const advice = 'give it with --env ROBOT_MODEL';
    expect(
      said('environ.launch.py', '', "import os\nMODEL = os.environ['ROBOT_MODEL']\n"),
    ).toContain(
      `14:1 ORR_LAUNCH_PYTHON KeyError: ROBOT_MODEL (a variable of the environment that the run was not given: ${advice})`,
    );
    expect(said('variable.launch.py', "LogInfo(msg=EnvironmentVariable('ROBOT_MODEL'))")).toContain(
      advice,
    );
    expect(said('module.launch.py', '', 'import robot_bringup9\n')).toContain(
      "No module named 'robot_bringup9' (put the package that has it into the workspace, or install it for ",
    );
    const share = "FindPackageShare('robot9').find('robot9')";
    expect(said('share9.launch.py', `LogInfo(msg=${share})`)).toContain(
      '; --without robot9 leaves out',
    );
  });

  it('start a node without a parameter file that does not exist, as in ROS 2', () => {
    const file = launch(
      'missing.launch.py',
      `Node(package='bot', executable='a', parameters=['', {'x': 1}])`,
    );
    const { actions, warnings } = loadLaunchFile(file);
    expect(actions).toMatchObject([{ parameters: [{ name: 'x' }] }]);
    expect(warnings.join()).toContain("the parameter file '' does not exist");
    const component = launch(
      'component.launch.py',
      `ComposableNodeContainer(package='bot', executable='c', name='c', namespace='', composable_node_descriptions=[
         ComposableNode(package='bot', plugin='B', parameters=['/none.yaml'])])`,
    );
    expect(mistakes(() => loadLaunchFile(component)).join()).toMatch(
      /15:1 ORR_LAUNCH_PYTHON .*'\/none.yaml' of a component does not exist/,
    );
  });

  it('add actions to their description while it is evaluated', () => {
    const file = write(
      'growing.launch.py',
      `
from launch import LaunchDescription
from launch.actions import LogInfo, OpaqueFunction
from launch.substitutions import LaunchConfiguration

def setup(context, description):
    description.add_action(LogInfo(msg=str(bool(LaunchConfiguration('a').parse))))

def generate_launch_description():
    description = LaunchDescription()
    description.add_action(OpaqueFunction(function=setup, args=[description]))
    return description
`,
    );
    expect(loadLaunchFile(file).actions).toMatchObject([{ message: 'True' }]);
  });

  it('say once how the rest runs without all that cannot', () => {
    const file = launch(
      'machine.launch.py',
      `ExecuteProcess(cmd=['gz', 'sim']), Node(package='driver9', executable='d'),
       ComposableNodeContainer(package='rclcpp_components', executable='component_container', name='c', namespace='',
         composable_node_descriptions=[
           ComposableNode(package='camera9', plugin='camera9::Camera'),
           ComposableNode(package='robot_state_publisher', plugin='robot_state_publisher::RobotStatePublisher')])`,
    );
    const index = new PackageIndex({});
    const plan = () => planLaunch(loadLaunchFile(file).actions, index);
    expect(plan).toThrow(
      /3 mistakes [\s\S]*\n {2}All that can be left out: --without gz --without driver9\/d --without camera9\/camera9::Camera$/,
    );
    expect(plan).toThrow('give the folder of its sources with --packages');
    expect(
      mistakes(() =>
        loadLaunchFile(launch('unset.launch.py', "LogInfo(msg=LaunchConfiguration('ip'))")),
      ).join(),
    ).toContain('give it with ip:=VALUE');
  });

  it('draw and read the same, each time they are evaluated', () => {
    const file = launch(
      'drawn.launch.py',
      '*[LogInfo(msg=str(each)) for each in DRAWN]',
      `
import datetime, os, random, secrets, tempfile, time, uuid
DRAWN = [time.time(), datetime.datetime.now(), datetime.date.today(), time.strftime('%Y'), random.random(),
         random.SystemRandom().random(), uuid.uuid4(), secrets.token_hex(4), os.urandom(4), tempfile.mktemp()]
`,
    );
    const drawn = (options: LaunchOptions = {}) =>
      loadLaunchFile(file, options).actions.map((each) => each.kind === 'log' && each.message);
    const first = drawn();
    expect(drawn()).toEqual(first);
    expect(first.slice(0, 4)).toEqual(['0.0', '1970-01-01 00:00:00', '1970-01-01', '1970']);
    const later = drawn({ initialTime: 86_400_000_000_001n });
    expect(later.slice(0, 2)).toEqual(['86400.000000001', '1970-01-02 00:00:00']);
    expect(later.slice(4)).toEqual(first.slice(4));
    expect(drawn({ initialTime: 'real' })[3]).not.toBe('1970');
  });

  it('ask conditions for their truth while they are read', () => {
    const file = launch(
      'truth.launch.py',
      "OpaqueFunction(function=lambda c: [LogInfo(msg=str(IfCondition('true')._predicate_func(c)))])",
    );
    expect(loadLaunchFile(file).actions).toMatchObject([{ message: 'True' }]);
  });
});
