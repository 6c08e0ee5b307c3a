import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { declareInterfaces } from '../client/index.js';
import { OrreryError } from '../errors/index.js';
import { TypeRegistry } from '../interfaces/index.js';

interface TypesOptions {
  readonly out: string;
  readonly module: string;
}

export function typesCommand(): Command {
  return new Command('types')
    .description('Write TypeScript declarations of interface packages.')
    .argument('<dirs...>', 'folders of packages (<dir>/<package>/msg/*.msg, srv, action)')
    .requiredOption('--out <file>', 'where to write, e.g. my_msgs.d.ts')
    .option('--module <name>', 'module that gets the types', 'rclnodejs')
    .action((dirs: string[], options: TypesOptions) => {
      const builtin = new TypeRegistry({ amentPrefixPath: '' });
      const directories = dirs.map((dir) => resolve(dir));
      const registry = new TypeRegistry({ directories, amentPrefixPath: '' });
      const known = new Set(builtin.packages());
      const packages = registry.packages().filter((pkg) => !known.has(pkg));
      if (packages.length === 0) {
        throw new OrreryError(
          'ORR_NO_INTERFACES',
          `No interface package is in ${dirs.join(', ')}; give the folder that holds the packages.`,
        );
      }
      writeFileSync(options.out, declareInterfaces(registry, { packages, module: options.module }));
      process.stdout.write(`${packages.join(', ')}: written to ${options.out}\n`);
    });
}
