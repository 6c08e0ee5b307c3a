import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { mistakes, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile } from './load.js';

const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
  encoding: 'utf8',
});
const HAS_PYTHON = stdout?.trim() === 'True';

function launch(name: string, entities: string): string {
  return write(
    name,
    `from launch import LaunchDescription
from launch.actions import *
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import *


def generate_launch_description():
    return LaunchDescription([${entities}])
`,
  );
}

describe.skipIf(!HAS_PYTHON)('Python launch files', () => {
  it('require arguments without a default, from the command line and from what includes them', () => {
    const file = launch(
      'needs.launch.py',
      "DeclareLaunchArgument('robot'), LogInfo(msg=LaunchConfiguration('robot'))",
    );
    const xml = write(
      'gives.launch.xml',
      `<launch><include file="${file}"><arg name="robot" value="r2"/></include></launch>`,
    );
    const given = launch(
      'gives.launch.py',
      `IncludeLaunchDescription(PythonLaunchDescriptionSource(${JSON.stringify(file)}), launch_arguments={'robot': 'r3'}.items())`,
    );
    const said = [
      loadLaunchFile(file, { args: { robot: 'r1' } }),
      loadLaunchFile(xml),
      loadLaunchFile(given),
    ];
    expect(said.map(({ actions }) => actions)).toMatchObject([
      [{ message: 'r1' }],
      [{ message: 'r2' }],
      [{ message: 'r3' }],
    ]);
    expect(mistakes(() => loadLaunchFile(file)).join()).toContain("required argument 'robot'");
  });

  it('name the option that gives a variable which the environment does not have', () => {
    const file = launch('env.launch.py', "LogInfo(msg=EnvironmentVariable('NOBODY'))");
    expect(mistakes(() => loadLaunchFile(file)).join('\n')).toContain(
      "SubstitutionFailure: environment variable 'NOBODY' does not exist (give it with --env NOBODY)",
    );
  });
});
