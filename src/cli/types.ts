import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { Command } from 'commander';
import { declareInterfaces } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import { TypeRegistry } from '../interfaces/index.js';
import { print } from './print.js';
import { writePythonStubs } from './write_python_stubs.js';

interface TypesOptions {
  readonly out?: string;
  readonly module: string;
  readonly python?: string;
}

export function typesCommand(): Command {
  return new Command('types')
    .argument(
      '[dirs...]',
      'folders of packages (<dir>/<package>/msg/*.msg, srv, action) or installation prefixes, e.g. install; default: those of AMENT_PREFIX_PATH',
    )
    .option('--out <file>', 'where to write declarations for TypeScript, e.g. my_msgs.d.ts')
    .option('--module <name>', 'module to extend with the types', 'rclnodejs')
    .option(
      '--python <folder>',
      'where to write stubs for Python, also of rclpy and the built-in messages, e.g. typings',
    )
    .action((dirs: string[], options: TypesOptions) => {
      if (options.out === undefined && options.python === undefined) {
        throw new OrreryError(
          'ORR_NOTHING_TO_WRITE',
          'There is nothing to write; give --out FILE for TypeScript, or --python FOLDER for Python.',
        );
      }
      const directories = dirs.length === 0 ? amentPrefixes() : dirs.flatMap(packageFolders);
      const registry = new TypeRegistry({ directories, amentPrefixPath: '' });
      const packages = ownPackages(registry);
      // Stubs for Python are also of what comes with Orrery.
      if (packages.length === 0 && (dirs.length > 0 || options.out !== undefined)) {
        throw new OrreryError(
          'ORR_NO_INTERFACES',
          `No interface package is in ${dirs.join(', ') || 'AMENT_PREFIX_PATH'}; give the folder that holds the packages, or source the workspace.`,
        );
      }
      if (options.out !== undefined) {
        const { module } = options;
        writeFileSync(options.out, declareInterfaces(registry, { packages, module }));
        print(`${packages.join(', ')}: written to ${options.out}\n`);
      }
      if (options.python !== undefined) {
        writePythonStubs(options.python, directories);
        print(`stubs for Python: written to ${options.python}\n`);
      }
    });
}

/** The packages that Orrery does not have itself. */
function ownPackages(registry: TypeRegistry): string[] {
  const known = new Set(new TypeRegistry({ amentPrefixPath: '' }).packages());
  return registry.packages().filter((pkg) => !known.has(pkg));
}

/** The folders that hold the packages of the sourced workspaces. */
function amentPrefixes(): string[] {
  const prefixes = (process.env.AMENT_PREFIX_PATH ?? '').split(delimiter);
  return prefixes.filter((prefix) => prefix !== '').map((prefix) => join(prefix, 'share'));
}

/**
 * The folders that hold packages: the folder itself; of an installation prefix its `share`; of
 * colcon's `install`, where each package has its own prefix, the `share` of each.
 */
function packageFolders(dir: string): string[] {
  const folder = resolve(dir);
  const share = join(folder, 'share');
  if (existsSync(share)) return [share];
  const entries = existsSync(folder) ? readdirSync(folder).sort() : [];
  const isolated = entries
    .filter((name) => existsSync(join(folder, name, 'share', name)))
    .map((name) => join(folder, name, 'share'));
  return isolated.length > 0 ? isolated : [folder];
}
