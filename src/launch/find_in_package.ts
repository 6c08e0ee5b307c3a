import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean, OrreryError } from '../errors/index.js';
import type { Program } from '../system/index.js';
import type { PackageIndex } from './components/index.js';
import { isFile } from './components/is_folder.js';
import { isLaunchFile } from './launch_name.js';

/** The code that makes Python call the function of a console script. */
export function entryPointVariables(
  packages: PackageIndex,
  packageName: string,
  executable: string,
): Readonly<Record<string, string>> {
  const found = packages.findEntryPoint(packageName, executable);
  if (found === undefined) return {};
  return { ORRERY_ENTRY_POINT: found.entry, PYTHONPATH: found.root };
}

/**
 * The program that `<package> <executable> [arguments…]` names, as in `ros2 run`; undefined if
 * the first word is a file, or not a package. The folder of a package may be beside its user.
 */
export function packageProgram(
  [name = '', executable, ...args]: readonly string[],
  packages: PackageIndex,
): Program | undefined {
  if (executable === undefined || isFile(name) || !packages.packages.has(name)) return undefined;
  if (existsSync(name) && existsSync(executable)) return undefined;
  const env = entryPointVariables(packages, name, executable);
  return { file: packages.findExecutable(name, executable), args, name: executable, env };
}

/**
 * The launch file that `<package> <file>` names, as in `ros2 launch`, and the words that follow;
 * undefined if the first word is itself a launch file.
 *
 * @throws OrreryError `ORR_PACKAGE_UNKNOWN`; `ORR_LAUNCH_FILE` for none, or several, of this name
 */
export function packageLaunchFile(
  [name = '', wanted, ...words]: readonly string[],
  packages: PackageIndex,
): { readonly file: string; readonly words: readonly string[] } | undefined {
  if (wanted === undefined || wanted.includes(':=') || isLaunchFile(name) || isFile(name)) {
    return undefined;
  }
  const { share } = packages.findPackage(name);
  const all = launchFilesBelow(share);
  const [file, ...others] = all.filter((path) => path === wanted || path.endsWith(`/${wanted}`));
  if (file !== undefined && others.length === 0) return { file: join(share, file), words };
  const known = all.map((path) => path.replace(/^.*\//, ''));
  const why =
    file === undefined
      ? `has no launch file "${wanted}"${didYouMean(wanted, known) || `; it has ${known.join(', ') || 'none'}.`}`
      : `has several launch files "${wanted}": ${[file, ...others].join(', ')}; give the path of one.`;
  throw new OrreryError('ORR_LAUNCH_FILE', `The package "${name}" ${why}`, {
    place: { file: share },
  });
}

/** Relative paths with `/`, in the order of their names. */
function launchFilesBelow(folder: string, below = ''): string[] {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  const names = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return names.flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (!entry.isDirectory()) return /launch\.(py|ya?ml|xml)$/.test(path) ? [path] : [];
    return entry.name === 'node_modules' || entry.name.startsWith('.')
      ? []
      : launchFilesBelow(folder, path);
  });
}
