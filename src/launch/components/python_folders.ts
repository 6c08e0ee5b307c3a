import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { listFolder } from './ament_prefix.js';

/** Packages that are not installed even though they lie beside the others. */
const NOT_INSTALLED = new Set(['test', 'tests']);

function isModule(folder: string): boolean {
  return existsSync(join(folder, '__init__.py'));
}

/** The folders whose packages `ament_python_install_package(name PACKAGE_DIR folder)` installs. */
function installedByCmake(folder: string, name: string, cmake: string): string[] {
  const calls = cmake.matchAll(
    /ament_python_install_package\s*\(\s*([^\s)]+)(?:\s+PACKAGE_DIR\s+([^\s)]+))?/g,
  );
  const plain = (word: string) =>
    word.replace(/["']|\$\{CMAKE_CURRENT_SOURCE_DIR\}\//g, '').replace(/\$\{PROJECT_NAME\}/g, name);
  return [...calls].flatMap((call) => {
    const module = plain(call[1]!);
    const place = join(folder, plain(call[2] ?? module));
    return basename(place) === module && isModule(place) ? [dirname(place)] : [];
  });
}

/**
 * The folders of a ROS package's sources from which others import its modules, as they do from
 * `site-packages` once it is built.
 */
export function pythonFoldersOf(folder: string, name: string, cmake: string): string[] {
  const found = [folder, join(folder, 'src')].filter((root) => isModule(join(root, name)));
  const hasSetup = existsSync(join(folder, 'setup.py')) || existsSync(join(folder, 'setup.cfg'));
  const own = listFolder(folder).filter((entry) => !NOT_INSTALLED.has(entry));
  if (hasSetup && own.some((entry) => isModule(join(folder, entry)))) found.push(folder);
  return [...new Set([...found, ...installedByCmake(folder, name, cmake)])];
}
