import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Program } from '../system/index.js';
import type { PackageIndex } from './components/index.js';
import { entryPointVariables } from './find_in_package.js';
import { PYTHON_PACKAGES } from './python_packages.js';

/** What a command starts. */
type CommandProgram = Pick<Program, 'file' | 'args'> & Required<Pick<Program, 'env'>>;

/** What does in a run what these commands of `ros2` do with a live system. */
const ROS2 = {
  file: join(PYTHON_PACKAGES, 'orrery_ros2', 'command.py'),
  env: { ORRERY_ENTRY_POINT: 'orrery_ros2.command:main' },
  commands: new Set(['action', 'bag', 'lifecycle', 'node', 'param', 'service', 'topic']),
};

/**
 * The program of a command that is not the path of one: `ros2 run PACKAGE EXECUTABLE`, another command of `ros2`, or
 * `PREFIX/lib/PACKAGE/EXECUTABLE` for a package that is not installed but is a source tree at PREFIX; else undefined.
 *
 * @throws OrreryError if there is no such package or executable
 */
export function commandProgram(
  [first = '', ...words]: readonly string[],
  packages: PackageIndex,
): CommandProgram | undefined {
  const [command = '', name = '', executable = '', ...others] = words;
  if (basename(first) !== 'ros2') return installedProgram(first, words, packages);
  if (command === 'run' && executable !== '' && !name.startsWith('-'))
    return programOf(name, executable, others, packages);
  return ROS2.commands.has(command) ? { file: ROS2.file, args: words, env: ROS2.env } : undefined;
}

function installedProgram(
  first: string,
  args: readonly string[],
  packages: PackageIndex,
): CommandProgram | undefined {
  const [, prefix, name, executable] = /^(.*)\/lib\/([^/]+)\/([^/]+)$/.exec(resolve(first)) ?? [];
  if (prefix === undefined || packages.packages.get(name!)?.prefix !== prefix) return undefined;
  return existsSync(first) ? undefined : programOf(name!, executable!, args, packages);
}

function programOf(
  name: string,
  executable: string,
  args: readonly string[],
  packages: PackageIndex,
): CommandProgram {
  const env = entryPointVariables(packages, name, executable);
  return { file: packages.findExecutable(name, executable), args, env };
}
