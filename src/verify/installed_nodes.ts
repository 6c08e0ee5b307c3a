import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The oldest version that Orrery runs on. */
const OLDEST = [20, 19, 0];

/**
 * Other versions of Node on this machine that Orrery runs on, one binary for each, oldest first: those of nvm, fnm
 * and n, and those in the path.
 */
export function installedNodes(environment: NodeJS.ProcessEnv = process.env): string[] {
  const found = new Map<string, string>();
  for (const file of candidates(environment)) {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 10_000 });
    const version = /^v\d+\.\d+\.\d+$/.test(stdout?.trim() ?? '') ? stdout.trim() : undefined;
    if (version === undefined || version === process.version || found.has(version)) continue;
    if (compare(numbers(version), OLDEST) >= 0) found.set(version, file);
  }
  const versions = [...found.keys()].sort((a, b) => compare(numbers(a), numbers(b)));
  return versions.map((version) => found.get(version)!);
}

function candidates(environment: NodeJS.ProcessEnv): Set<string> {
  const { HOME = '', NVM_DIR, FNM_DIR, N_PREFIX = '/usr/local', PATH = '' } = environment;
  const below = (folder: string, ...path: string[]) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, ...path)) : [];
  const files = [
    ...below(join(NVM_DIR ?? join(HOME, '.nvm'), 'versions/node'), 'bin/node'),
    ...below(
      join(FNM_DIR ?? join(HOME, '.local/share/fnm'), 'node-versions'),
      'installation/bin/node',
    ),
    ...below(join(N_PREFIX, 'n/versions/node'), 'bin/node'),
    ...PATH.split(delimiter).map((folder) => join(folder, 'node')),
  ];
  return new Set(files.filter((file) => existsSync(file)).map((file) => realpathSync(file)));
}

function numbers(version: string): number[] {
  return version.slice(1).split('.').map(Number);
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}
