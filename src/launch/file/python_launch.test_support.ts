import { spawnSync } from 'node:child_process';
import { write } from './launch_sandbox.test_support.js';

const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 10))'], {
  encoding: 'utf8',
});
/** Whether there is a Python that evaluates launch files. */
export const HAS_PYTHON = stdout?.trim() === 'True';

const HEAD = `
from launch import LaunchDescription
from launch.actions import *
from launch.conditions import IfCondition, UnlessCondition
from launch.event_handlers import OnProcessExit, OnProcessStart
from launch.events import Shutdown
from launch.launch_description_sources import (
    AnyLaunchDescriptionSource, PythonLaunchDescriptionSource)
from launch.substitutions import *
from launch_ros.actions import *
from launch_ros.descriptions import ComposableNode, ParameterValue
from launch_ros.substitutions import FindPackageShare
`;

/** Writes a launch file in Python with these entities. */
export function launch(name: string, entities: string, before = ''): string {
  const text = `${HEAD}${before}\ndef generate_launch_description():\n    return LaunchDescription([${entities}])\n`;
  return write(name, text);
}
