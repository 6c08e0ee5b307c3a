/** What public launch files in Python do, each in the fewest lines. */
import { describe, expect, it } from 'vitest';
import { PackageIndex } from '../components/index.js';
import { leaveOut } from '../leave_out.js';
import { planLaunch } from '../plan_launch.js';
import { load, mistakes, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile } from './load.js';
import { printLaunch } from './print_launch.js';
import { HAS_PYTHON, launch } from './python_launch.test_support.js';

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
});
