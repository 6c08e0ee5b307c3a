import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { PackageIndex } from './components/index.js';
import { loadLaunchText } from './file/index.js';
import { leaveOut } from './leave_out.js';
import { prepareLaunch } from './prepare_launch.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-left-out-'));
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
};
write('talker.js', '');
const none = new PackageIndex({ amentPrefixPath: '' });

const SYSTEM = `<launch>
  <node pkg="rviz2" exec="rviz2"/>
  <timer period="1"><node pkg="slam" exec="node" name="mapper"/></timer>
  <node pkg="gazebo_ros" exec="spawn_entity.py"/>
  <on_process_exit target="spawn_entity"><node pkg="control" exec="spawner"/></on_process_exit>
  <node_container pkg="rclcpp_components" exec="component_container" name="box" namespace="">
    <composable_node pkg="camera" plugin="camera::Driver"/>
  </node_container>
  <load_composable_node target="box"><composable_node pkg="camera" plugin="camera::Proc"/></load_composable_node>
  <executable cmd="/usr/bin/gz sim world.sdf"/>
  <executable cmd="node talker.js" cwd="${folder}"/>
</launch>`;

/** What remains in short, and what was left out. */
function sieve(without: readonly string[], packages = none) {
  const { actions } = loadLaunchText(SYSTEM, join(folder, 'x.launch.xml'));
  const { actions: left, ...others } = leaveOut(actions, packages, without);
  const short = (each: (typeof left)[number]): unknown =>
    'actions' in each
      ? [each.kind, ...each.actions.map(short)]
      : 'components' in each
        ? [each.kind, ...each.components.map(({ plugin }) => plugin)]
        : each.kind === 'executable'
          ? each.command.join(' ')
          : each.kind === 'node' && each.executable;
  return { left: left.map(short), ...others };
}

it('leaves out viewers alone, without an option', () => {
  const { left, leftOut, notes, unused } = sieve([]);
  expect(left).toHaveLength(7);
  expect(leftOut).toEqual(['rviz2/rviz2']);
  expect(notes).toEqual(['rviz2/rviz2 is left out: it only shows what happens']);
  expect(unused).toBeUndefined();
});

it('keeps a program of the user that takes the place of a viewer', () => {
  write(
    'own/rviz2/package.json',
    '{"name":"rviz2","orrery":{"executables":{"rviz2":"./rviz2.js"}}}',
  );
  write('own/rviz2/rviz2.js', '');
  const own = new PackageIndex({ directories: [join(folder, 'own')], amentPrefixPath: '' });
  expect(sieve([], own).leftOut).toEqual([]);
});

it('leaves out packages, executables, components and commands, wherever they stand', () => {
  const { left, leftOut, notes, unused } = sieve([
    ...['slam', 'gazebo_ros/spawn_entity.py', 'camera/camera::Driver', 'gz sim'],
  ]);
  expect(left).toEqual([
    ['timer'],
    ['container'],
    ['load_components', 'camera::Proc'],
    'node talker.js',
  ]);
  expect(leftOut).toEqual([
    ...['rviz2/rviz2', 'slam/node', 'gazebo_ros/spawn_entity.py', 'camera/camera::Driver'],
    'gz sim world.sdf',
  ]);
  expect(notes).toHaveLength(6);
  expect(notes.at(-1)).toMatch(/^what waits for the end of "spawn_entity" never runs/);
  expect(unused).toBeUndefined();
});

it('leaves out what a container that is left out would load', () => {
  expect(sieve(['rclcpp_components']).left).not.toContainEqual(['load_components', 'camera::Proc']);
});

it('refuses a word that names nothing', () => {
  expect(sieve(['slam/nod']).unused).toMatchObject({ code: 'ORR_LAUNCH_WITHOUT' });
  expect(sieve(['slam/nod']).unused?.message).toContain('did you mean "slam/node"?');
  // A part of a name is not the name.
  expect(sieve(['sla']).unused).toBeDefined();
});

it('says for each program that does not run how the others do', () => {
  const file = write('all.launch.xml', SYSTEM);
  let said = '';
  try {
    prepareLaunch(file, {}, none);
  } catch (error) {
    said = (error as Error).message;
  }
  const words = said.match(/--without [^ ]+(?=\.$|\.\n)/gm);
  expect(words).toEqual(
    [
      ...['slam/node', 'gazebo_ros/spawn_entity.py', 'control/spawner', 'camera/camera::Driver'],
      ...['camera/camera::Proc', 'gz'],
    ].map((word) => `--without ${word}`),
  );
  const without = words!.map((word) => word.slice('--without '.length));
  // The second stage: what waits for a program that is left out is left out with it.
  const used = without.filter((word) => word !== 'control/spawner');
  expect(prepareLaunch(file, { without: [...used, 'control/spawner'] }, none).leftOut).toHaveLength(
    7,
  );
});

it.each(['xml', 'py'])('leaves out the launch files of a package, in .launch.%s', (kind) => {
  const text =
    kind === 'xml'
      ? '<launch><include file="$(find-pkg-share gz_ros)/launch/gz.launch.py"/><log message="on"/></launch>'
      : `
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription, LogInfo
from launch.substitutions import PathJoinSubstitution
from launch_ros.substitutions import FindPackageShare
def generate_launch_description():
    file = PathJoinSubstitution([FindPackageShare('gz_ros'), 'launch', 'gz.launch.py'])
    return LaunchDescription([IncludeLaunchDescription(file), LogInfo(msg='on')])
`;
  const file = write(`includes.launch.${kind}`, text);
  expect(() => prepareLaunch(file, {}, none)).toThrow('gz_ros');
  const { description, steps } = prepareLaunch(file, { without: ['gz_ros'] }, none);
  expect(steps).toMatchObject([{ kind: 'log', message: 'on' }]);
  expect(description.warnings.join()).toContain(
    'gz.launch.py of gz_ros is left out, as --without says',
  );
  expect(() => prepareLaunch(file, { without: ['gz_ros', 'gz'] }, none)).toThrow('"gz"');
});
