import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { listFolder } from './ament_prefix.js';
import { isFolder } from './is_folder.js';
import type { EntryPoint, PackageInfo } from './package_info.js';
import { pythonFoldersOf } from './python_folders.js';
import { readNodePackage } from './read_node_package.js';

/**
 * The same as in the stand-in for `ament_index_python` in `python/`, which finds the same packages.
 */
const SKIPPED = new Set(['build', 'install', 'log', 'node_modules', '__pycache__']);
const MARKERS = ['COLCON_IGNORE', 'AMENT_IGNORE', 'CATKIN_IGNORE'];
const DEEPEST = 6;

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** `talker = my_pkg.talker:main` lines of `console_scripts` in setup.py or setup.cfg. */
function consoleScripts(folder: string): [name: string, entry: string][] {
  const setup = textOf(join(folder, 'setup.py'));
  const quoted = /console_scripts['"]\s*:\s*\[([^\]]*)\]/.exec(setup)?.[1] ?? '';
  const config = textOf(join(folder, 'setup.cfg'));
  const listed = /^console_scripts\s*=\s*\n((?:[ \t]+\S.*\n?)*)/m.exec(config)?.[1] ?? '';
  const lines = [
    ...[...quoted.matchAll(/(['"])(.*?)\1/g)].map((match) => match[2]!),
    ...listed.split('\n'),
  ];
  return lines.flatMap((line) => {
    const match = /^\s*([\w.-]+)\s*=\s*([\w.]+:\w+)\s*$/.exec(line);
    return match === null ? [] : [[match[1]!, match[2]!] as [string, string]];
  });
}

/** The file of a module, in the package's folder or in its `src`. */
function moduleFile(folder: string, module: string): string | undefined {
  const path = module.replaceAll('.', '/');
  return [folder, join(folder, 'src')]
    .flatMap((root) => [join(root, `${path}.py`), join(root, path, '__init__.py')])
    .find((file) => existsSync(file));
}

/** The programs that CMake installs: `install(PROGRAMS scripts/talker.py DESTINATION … [RENAME talker])`. */
function installedPrograms(folder: string): [name: string, file: string][] {
  const text = textOf(join(folder, 'CMakeLists.txt')).replace(/#.*$/gm, '');
  const lists = [...text.matchAll(/install\s*\(\s*PROGRAMS\s+([^)]*?)\s+(DESTINATION[^)]*)\)/gi)];
  return lists.flatMap((match) => {
    const renamed = /\sRENAME\s+"?([^\s"]+)/.exec(match[2]!)?.[1];
    return match[1]!.split(/\s+/).flatMap((written) => {
      const file = join(folder, written);
      return existsSync(file) ? [[renamed ?? basename(file), file] as [string, string]] : [];
    });
  });
}

function readPackage(folder: string, name: string): PackageInfo {
  const executables = new Map(installedPrograms(folder));
  const entryPoints = new Map<string, EntryPoint>();
  for (const [script, entry] of consoleScripts(folder)) {
    const file = moduleFile(folder, entry.split(':')[0]!);
    if (file === undefined) continue;
    executables.set(script, file);
    const root = file.startsWith(join(folder, 'src')) ? join(folder, 'src') : folder;
    entryPoints.set(script, { entry, root });
  }
  for (const file of listFolder(join(folder, 'scripts'))) {
    if (extname(file) === '.py' && !executables.has(file)) {
      executables.set(file, join(folder, 'scripts', file));
    }
  }
  // A package of JavaScript nodes may be one of ROS, too.
  const node = readNodePackage(folder);
  for (const [executable, file] of node?.executables ?? []) executables.set(executable, file);
  return {
    name,
    kind: 'source',
    prefix: folder,
    share: folder,
    components: node?.components ?? new Map(),
    executables,
    entryPoints,
    pythonFolders: pythonFoldersOf(folder, name, textOf(join(folder, 'CMakeLists.txt'))),
  };
}

/**
 * The ROS packages in a source tree: folders with a `package.xml`, whose own folder serves as their
 * share. Their programs are the console scripts of setup.py or setup.cfg, what CMake installs as
 * programs, and Python files in `scripts`.
 */
export function readSourcePackages(folder: string, depth = DEEPEST): PackageInfo[] {
  const entries = listFolder(folder);
  if (MARKERS.some((marker) => entries.includes(marker))) return [];
  if (entries.includes('package.xml')) {
    const name = /<name>\s*([\w.-]+)\s*<\/name>/.exec(textOf(join(folder, 'package.xml')))?.[1];
    // As in colcon, packages do not contain packages.
    if (name !== undefined) return [readPackage(folder, name)];
  }
  if (depth === 0) return [];
  return entries.flatMap((entry) => {
    if (SKIPPED.has(entry) || entry.startsWith('.')) return [];
    const path = join(folder, entry);
    return isFolder(path) ? readSourcePackages(path, depth - 1) : [];
  });
}

/** How many folders above a package to look for the `src` of its workspace. */
const HIGHEST = 4;

/**
 * The source tree that a file of a ROS package belongs to: the `src` of its workspace, else the
 * folder that contains its package. Outside of ROS packages, that of the workspace that the folder is;
 * `undefined` if it is none.
 */
export function sourceTreeOf(folder: string): string | undefined {
  let own = folder;
  while (!existsSync(join(own, 'package.xml'))) {
    if (own === dirname(own)) return sourceTreeIn(folder);
    own = dirname(own);
  }
  let at = dirname(own);
  for (let i = 0; i < HIGHEST && at !== dirname(at); i++, at = dirname(at)) {
    if (basename(at) === 'src') return at;
  }
  return dirname(own);
}

function sourceTreeIn(folder: string): string | undefined {
  const tree = basename(folder) === 'src' ? folder : join(folder, 'src');
  return isFolder(tree) ? tree : undefined;
}
