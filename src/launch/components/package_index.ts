import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path';
import { didYouMean, nearestNames, OrreryError } from '../../errors/index.js';
import { isAmentPrefix, listFolder, readAmentPrefix } from './ament_prefix.js';
import type { EntryPoint, PackageInfo } from './package_info.js';
import { readNodePackage } from './read_node_package.js';
import { readSourcePackages, sourceTreeOf } from './read_source_packages.js';

/** Where to look for packages; of packages with the same name, the first one found is used. */
export interface PackageSearch {
  /**
   * Folders, searched first and in order. Each is a package, an ament prefix, or a folder of
   * packages or prefixes (such as a workspace's `src` or `install`).
   */
  readonly directories?: readonly string[];
  /** The value of `AMENT_PREFIX_PATH`, searched second. */
  readonly amentPrefixPath?: string;
  /**
   * The package that this folder belongs to is searched third, and the other packages of its
   * source tree if it is a ROS package; the `node_modules` of this folder and of those above it are
   * searched last.
   */
  readonly nodeModulesFrom?: string;
}

const MODULE_EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'];
const LIBRARY_EXTENSIONS = ['.so', '.dll', '.dylib'];

function readFolder(folder: string): PackageInfo[] {
  if (isAmentPrefix(folder)) return readAmentPrefix(folder);
  const own = readNodePackage(folder);
  return own === undefined ? [] : [own];
}

/** The packages directly inside a folder; scopes (`@name`) are entered. */
function readChildren(folder: string): PackageInfo[] {
  return listFolder(folder).flatMap((child) => {
    if (child.startsWith('.') || child === 'node_modules') return [];
    const path = join(folder, child);
    return child.startsWith('@') ? readChildren(path) : readFolder(path);
  });
}

function readDirectory(folder: string): PackageInfo[] {
  const own = readFolder(folder);
  return own.length > 0 ? own : readChildren(folder);
}

/** The package that a folder belongs to, if it belongs to one. */
function readOwner(folder: string): PackageInfo[] {
  for (let at = folder; ; at = dirname(at)) {
    const owner = readNodePackage(at);
    if (owner !== undefined) return [owner];
    if (at === dirname(at)) return [];
  }
}

/**
 * Finds packages, components and executables the way `rclcpp_components` and `ros2 run` do: by
 * name, in an ament resource index or in the field `orrery` of a package.json.
 */
export class PackageIndex {
  readonly #search: PackageSearch;
  #packages: Map<string, PackageInfo> | undefined;

  constructor(search: PackageSearch) {
    this.#search = search;
  }

  /** All packages by name, in order of search; read once, when first needed. */
  get packages(): ReadonlyMap<string, PackageInfo> {
    this.#packages ??= this.#readAll();
    return this.#packages;
  }

  /**
   * Folders of packages with interface definitions (`<folder>/<package>/msg/*.msg`), for those
   * packages whose own folder has the package's name.
   */
  interfaceFolders(): string[] {
    const folders = new Set<string>();
    for (const { name, share } of this.packages.values()) {
      const holds = ['msg', 'srv', 'action'].some((kind) => existsSync(join(share, kind)));
      if (holds && basename(share) === name) folders.add(dirname(share));
    }
    return [...folders];
  }

  /** Folders that the Python modules of source packages are imported from. */
  pythonFolders(): string[] {
    return [...this.packages.values()].flatMap(({ pythonFolders = [] }) => pythonFolders);
  }

  #readAll(): Map<string, PackageInfo> {
    const found = new Map<string, PackageInfo>();
    const add = (packages: readonly PackageInfo[]): void => {
      for (const each of packages) if (!found.has(each.name)) found.set(each.name, each);
    };
    for (const directory of this.#search.directories ?? []) {
      add(readDirectory(resolve(directory)));
      add(readSourcePackages(resolve(directory)));
    }
    for (const prefix of (this.#search.amentPrefixPath ?? '').split(delimiter)) {
      if (prefix !== '') add(readAmentPrefix(resolve(prefix)));
    }
    let folder = this.#search.nodeModulesFrom;
    if (folder !== undefined) {
      folder = resolve(folder);
      add(readOwner(folder));
      const tree = sourceTreeOf(folder);
      if (tree !== undefined) add(readSourcePackages(tree));
    }
    while (folder !== undefined) {
      add(readChildren(join(folder, 'node_modules')));
      const parent = dirname(folder);
      folder = parent === folder ? undefined : parent;
    }
    return found;
  }

  /** @throws OrreryError `ORR_PACKAGE_UNKNOWN`, with the nearest names */
  findPackage(name: string): PackageInfo {
    const found = this.packages.get(name);
    if (found !== undefined) return found;
    const hint =
      didYouMean(name, this.packages.keys()) ||
      '; give the folder of its sources with --packages, or its installation in AMENT_PREFIX_PATH.';
    throw new OrreryError('ORR_PACKAGE_UNKNOWN', `The package "${name}" was not found${hint}`);
  }

  /**
   * The module that defines a component class.
   *
   * @param plugin the class as registered, e.g. `my_pkg::Talker`
   * @returns an absolute file
   * @throws OrreryError `ORR_PACKAGE_UNKNOWN`, `ORR_COMPONENT_UNKNOWN`, `ORR_COMPONENT_NATIVE` (a
   * C++ library, which only an external process can load), `ORR_PACKAGE_INVALID` (no such file)
   */
  findComponent(packageName: string, plugin: string): string {
    const owner = this.findPackage(packageName);
    const file = owner.components.get(plugin);
    if (file === undefined) {
      throw new OrreryError(
        'ORR_COMPONENT_UNKNOWN',
        `The package "${packageName}" has no component "${plugin}"${this.#componentHint(owner, plugin)}`,
        { place: { file: owner.prefix } },
      );
    }
    if (LIBRARY_EXTENSIONS.includes(extname(file))) {
      throw new OrreryError(
        'ORR_COMPONENT_NATIVE',
        `"${plugin}" is a compiled library (${file}); run its container as an external process.`,
        { place: { file } },
      );
    }
    return existingFile(file, `the component "${plugin}" of "${packageName}"`);
  }

  #componentHint(owner: PackageInfo, plugin: string): string {
    const near = didYouMean(plugin, owner.components.keys());
    if (near !== '') return near;
    for (const other of this.packages.values()) {
      if (other.components.has(plugin)) return `; the package "${other.name}" has it.`;
    }
    const known = [...owner.components.keys()];
    return known.length === 0 ? '; it declares none.' : `; it has ${known.join(', ')}.`;
  }

  /**
   * The file of an executable, as `ros2 run` finds it; the extension of a module may be left out.
   *
   * @returns an absolute file
   * @throws OrreryError `ORR_PACKAGE_UNKNOWN`, `ORR_EXECUTABLE_UNKNOWN`, `ORR_PACKAGE_INVALID`
   */
  findExecutable(packageName: string, executable: string): string {
    const owner = this.findPackage(packageName);
    const names = [executable, ...MODULE_EXTENSIONS.map((extension) => executable + extension)];
    const name = names.find((each) => owner.executables.has(each));
    if (name !== undefined) {
      const subject = `the executable "${executable}" of "${packageName}"`;
      return existingFile(owner.executables.get(name)!, subject);
    }
    const known = [...owner.executables.keys()];
    const near = nearestNames(executable, known);
    const listed =
      near.length > 0 ? didYouMean(executable, known) : `; it has ${known.join(', ')}.`;
    throw new OrreryError(
      'ORR_EXECUTABLE_UNKNOWN',
      `The package "${packageName}" has no executable "${executable}"${known.length === 0 ? '; it has none.' : listed}`,
      { place: { file: owner.prefix } },
    );
  }

  /** The Python function behind an executable, if there is one. */
  findEntryPoint(packageName: string, executable: string): EntryPoint | undefined {
    return this.packages.get(packageName)?.entryPoints?.get(executable);
  }

  /** Folders that hold source trees with ROS packages, for programs that search them themselves. */
  sourceTrees(): string[] {
    const { directories = [], nodeModulesFrom } = this.#search;
    const own = nodeModulesFrom === undefined ? undefined : sourceTreeOf(resolve(nodeModulesFrom));
    return [...directories.map((each) => resolve(each)), ...(own === undefined ? [] : [own])];
  }

  /** For `$(find-pkg-share)`: the package's `share` folder. */
  packageShare(name: string): string {
    return this.findPackage(name).share;
  }

  /** For `$(find-pkg-prefix)`: the package's installation prefix. */
  packagePrefix(name: string): string {
    return this.findPackage(name).prefix;
  }

  /** For `$(exec-in-pkg)`; for a function of a Python module, the path that it would have if it was installed. */
  executable(packageName: string, executable: string): string {
    const file = this.findExecutable(packageName, executable);
    const isFunction = this.findEntryPoint(packageName, executable) !== undefined;
    return isFunction
      ? join(this.packagePrefix(packageName), 'lib', packageName, executable)
      : file;
  }
}

function existingFile(file: string, subject: string): string {
  if (existsSync(file)) return file;
  throw new OrreryError('ORR_PACKAGE_INVALID', `The file of ${subject} does not exist: ${file}.`, {
    place: { file },
  });
}
