import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { OrreryError } from '../../errors/index.js';
import type { PackageInfo } from './package_info.js';

const INDEX = join('share', 'ament_index', 'resource_index');

/** File names of a folder in a stable order; empty if there is no such folder. */
export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Whether a folder is an ament installation prefix. */
export function isAmentPrefix(folder: string): boolean {
  return existsSync(join(folder, INDEX));
}

function readComponents(prefix: string, name: string): Map<string, string> {
  const file = join(prefix, INDEX, 'rclcpp_components', name);
  const components = new Map<string, string>();
  if (!existsSync(file)) return components;
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  lines.forEach((line, i) => {
    if (line.trim() === '') return;
    const [plugin, library, ...more] = line.trim().split(';');
    if (!plugin || !library || more.length > 0) {
      throw new OrreryError(
        'ORR_PACKAGE_INVALID',
        `The component index of "${name}" must have lines "package::Class;lib/file", not "${line.trim()}".`,
        { place: { file, line: i + 1, column: 1 } },
      );
    }
    components.set(plugin, isAbsolute(library) ? library : resolve(prefix, library));
  });
  return components;
}

/**
 * The packages of one ament prefix: those with a marker in the index `packages` or with
 * components in the index `rclcpp_components`.
 *
 * @throws OrreryError `ORR_PACKAGE_INVALID`
 */
export function readAmentPrefix(prefix: string): PackageInfo[] {
  const names = new Set([
    ...listFolder(join(prefix, INDEX, 'packages')),
    ...listFolder(join(prefix, INDEX, 'rclcpp_components')),
  ]);
  return [...names].sort().map((name) => {
    const folder = join(prefix, 'lib', name);
    return {
      name,
      kind: 'ament',
      prefix,
      share: join(prefix, 'share', name),
      components: readComponents(prefix, name),
      executables: new Map(listFolder(folder).map((exe) => [exe, join(folder, exe)])),
    };
  });
}
