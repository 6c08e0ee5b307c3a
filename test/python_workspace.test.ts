/** Programs and launch files find the packages of a workspace and import their modules, built or not. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND, temporaryDirectory } from './orrery_command.js';
import { PYTHON } from './python.js';

const manifest = (name: string) =>
  `<package format="3"><name>${name}</name><version>1.0.0</version></package>`;

const FILES = {
  'src/plain/package.xml': manifest('plain'),
  'src/plain/setup.py':
    "from setuptools import setup\nsetup(name='plain', packages=['plain', 'extra'])\n",
  'src/plain/plain/__init__.py': "WORD = 'plain'\n",
  'src/plain/extra/__init__.py': "WORD = 'extra'\n",
  'src/plain/tests/__init__.py': '',
  'src/group/made/package.xml': manifest('made'),
  'src/group/made/CMakeLists.txt':
    'ament_python_install_package(made)\nament_python_install_package(deep PACKAGE_DIR "lib/deep")\n',
  'src/group/made/made/__init__.py': "WORD = 'made'\n",
  'src/group/made/lib/deep/__init__.py': "WORD = 'deep'\n",
  'src/app/package.xml': manifest('app'),
  'src/app/setup.py':
    "from setuptools import setup\nsetup(name='app', entry_points={'console_scripts': ['go = app.go:main']})\n",
  'src/app/app/__init__.py': '',
  'src/app/app/go.py': `from ament_index_python.packages import get_package_share_path
import plain, extra, made, deep, given


def main():
    print(*(module.WORD for module in (plain, extra, made, deep, given)))
    print(get_package_share_path('made').parts[-3:])


if __name__ == '__main__':
    main()
`,
  'src/app/launch/app.launch.py': `from launch import LaunchDescription
from launch_ros.actions import Node
import deep, extra, made, plain


def generate_launch_description():
    return LaunchDescription([Node(package='app', executable='go', name=plain.WORD + made.WORD)])
`,
  'elsewhere/given.py': "WORD = 'given'\n",
};

describe.skipIf(PYTHON === undefined)('other packages of the workspace and their modules', () => {
  const folder = temporaryDirectory();
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }

  it.each([
    ['of a program by its package', ['run', '--no-record', 'app', 'go']],
    ['of a file', ['run', '--no-record', 'src/app/app/go.py']],
    ['of a module', ['run', '--no-record', '-m', 'app.go']],
    ['of a launch file', ['launch', '--no-record', 'app', 'app.launch.py']],
  ])('are there for the import %s', (_, words) => {
    const { stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: join(folder, 'elsewhere') },
    });
    expect(stderr).not.toContain('Error');
    expect(stdout).toContain("plain extra made deep given\n('src', 'group', 'made')\n");
  });
});

/** A package as the tutorial about URDF has it, and one of CMake whose program has another name than its file. */
const MOVED = {
  'src/robot/package.xml': manifest('robot'),
  'src/robot/setup.py': `import os
from glob import glob
from setuptools import setup

package_name = 'robot'
setup(name=package_name, packages=[package_name], data_files=[
    (os.path.join('share', package_name), glob('launch/*')),
    (os.path.join('share', package_name), glob('urdf/*')),
])
`,
  'src/robot/robot/__init__.py': '',
  'src/robot/urdf/robot.urdf': 'a robot',
  'src/robot/launch/shown.launch.py': `import os
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import LogInfo
from launch_ros.actions import Node


def generate_launch_description():
    share = get_package_share_directory
    with open(os.path.join(share('robot'), 'robot.urdf')) as file:
        text = file.read()
    return LaunchDescription([
        LogInfo(msg=text),
        Node(package='base', executable='tell', parameters=[os.path.join(share('base'), 'word.yaml')], output='screen'),
    ])
`,
  'src/robot/launch/demo.launch.py': `import os
from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription


def generate_launch_description():
    return LaunchDescription([
        IncludeLaunchDescription(os.path.join(get_package_share_directory('robot'), 'shown.launch.py')),
    ])
`,
  'src/base/package.xml': manifest('base'),
  'src/base/CMakeLists.txt': `project(base)
install(PROGRAMS scripts/speak.py DESTINATION lib/\${PROJECT_NAME} RENAME tell)
install(FILES params/word.yaml DESTINATION share/\${PROJECT_NAME})
`,
  'src/base/scripts/speak.py': `import rclpy

rclpy.init()
print(rclpy.create_node('speaker').declare_parameter('word', '').value)
`,
  'src/base/params/word.yaml': '/**: {ros__parameters: {word: spoken}}\n',
};

describe.skipIf(PYTHON === undefined)('what a build would put elsewhere', () => {
  it('is there without one', () => {
    const folder = temporaryDirectory();
    for (const [name, text] of Object.entries(MOVED)) {
      mkdirSync(join(folder, name, '..'), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const words = ['launch', '--no-record', 'robot', 'demo.launch.py'];
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
      ...{ cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: folder } },
    });
    expect({ status, stderr }).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining('Error'),
    });
    expect(stdout + stderr).toContain('a robot');
    expect(stdout).toContain('spoken');
  });
});
