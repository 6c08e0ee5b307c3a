import { resolve } from 'node:path';
import { Problems } from '../errors/index.js';
import type { Program } from '../system/index.js';
import { ProgramNames, plainRosWords } from '../system/index.js';
import { type ComponentCommand, componentSource, type PackageIndex } from './components/index.js';

/** In place of a package: the file that the class is in. */
const SOURCE_FILE = /\.(?:[cm]?[jt]s|tsx)$/;

/** The one process that all components of a command line live in, as in rslcpp. */
const CONTAINER = 'component_container';

/**
 * The programs that a command line of rslcpp names, one for each component, in order.
 *
 * @throws DescriptionError `ORR_COMPONENT_ARGS` with everything that cannot be found or read
 */
export function componentPrograms(
  { components }: Pick<ComponentCommand, 'components'>,
  packages: PackageIndex,
): Program[] {
  const problems = new Problems();
  const names = new ProgramNames();
  const programs = components.flatMap(({ package: packageName, plugin, ros }): Program[] => {
    try {
      const own = ros.remaps.find((rule) => rule.kind === 'node_name')?.to;
      const name = names.take(own ?? plugin.split('::').at(-1)!);
      const source = SOURCE_FILE.test(packageName)
        ? { file: resolve(packageName) }
        : componentSource(packages, packageName, plugin);
      const rosArgs = plainRosWords(ros);
      return [{ ...source, component: plugin, args: [], name, process: CONTAINER, rosArgs }];
    } catch (error) {
      problems.absorb(error);
      return [];
    }
  });
  problems.throwIfAny('ORR_COMPONENT_ARGS', 'The command line');
  return programs;
}
