import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunFile } from '../record/index.js';
import { isWithin, type RunConfig, systemFolder } from '../system/index.js';
import { copyTree } from './copy_tree.js';

/** Orrery's own folder; `NEEDED` lists what a run needs from it. */
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
const PACKAGE_CODE = join(PACKAGE, 'dist');
const NEEDED = ['dist', 'python', 'package.json'];
/** A folder name that is legal but that programs may not expect. */
const FOLDER = 'Elsewhere (é) – copy';
const CODE = /\.([cm]?[jt]s|tsx|py)$/;
const IN_PACKAGES = `${sep}node_modules${sep}`;

/** The same system and the same Orrery at another place in the file system. */
export interface Elsewhere {
  readonly config: RunConfig;
  /** Orrery's folder. */
  readonly installation: string;
}

/**
 * Copies the programs of a system, with the folder of their package, and Orrery into `folder`.
 *
 * @param reference - a run of the system, which lists the files that it loads
 * @returns what to run there, or a phrase that says why there is nothing to run
 */
export function copyElsewhere(
  config: RunConfig,
  reference: RunFile,
  folder: string,
): Elsewhere | string {
  const files = reference.repeat.inputs
    .map(({ file }) => file)
    .filter(
      (file) => CODE.test(file) && !file.includes(IN_PACKAGES) && !isWithin(PACKAGE_CODE, file),
    );
  const root = systemFolder(files);
  if (root === undefined) return 'the system has no files of its own';
  try {
    const copy = copyTree(root, join(folder, FOLDER, 'system'));
    if (copy === undefined) return `${root} holds too many files to copy`;
    const installation = copyTree(PACKAGE, join(folder, FOLDER, 'orrery'), NEEDED);
    if (installation === undefined) return `${PACKAGE} holds too many files to copy`;
    const move = (file: string) =>
      isWithin(root, file) && !file.includes(IN_PACKAGES) ? join(copy, relative(root, file)) : file;
    return { config: { ...config, system: movedFiles(config.system, move) }, installation };
  } catch (error) {
    return `${root} cannot be copied (${(error as Error).message})`;
  }
}

/** `value` with the file of every program moved, wherever it is in a launch description. */
function movedFiles<T>(value: T, move: (file: string) => string): T {
  if (Array.isArray(value)) return value.map((each) => movedFiles(each, move)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === 'file' && typeof each === 'string' ? move(each) : movedFiles(each as unknown, move),
  ]);
  return Object.fromEntries(entries) as T;
}
