import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { DescriptionError, OrreryError } from '../../errors/index.js';
import type { NodeAction } from './actions.js';
import type { LaunchOptions } from './launch_context.js';
import { loadLaunchText } from './load.js';

/** Launch texts in an empty folder, with one package `bot`: the folder, once the tests run. */
export let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-launch-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file into the folder. */
export function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const packages = {
  packageShare: (name: string) => {
    if (name === 'bot') return '/opt/bot/share/bot';
    throw new OrreryError('ORR_PACKAGE_UNKNOWN', `The package "${name}" is not known.`);
  },
  packagePrefix: () => '/opt/bot',
  executable: (name: string, exe: string) => `/opt/bot/lib/${name}/${exe}`,
};

/** Expands a text as if it stood in the folder. */
export function load(text: string, options: LaunchOptions = {}) {
  return loadLaunchText(text, join(folder, 'test.launch.xml'), { packages, ...options });
}

/** The node that a text begins with. */
export function node(text: string, options: LaunchOptions = {}): NodeAction {
  const [action] = load(text, options).actions;
  if (action?.kind !== 'node') throw new Error('expected a node');
  return action;
}

/** `line:column code message` of each mistake that `run` reports. */
export function mistakes(run: () => unknown): string[] {
  try {
    run();
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    return error.errors.map((e) => `${e.place.line}:${e.place.column} ${e.code} ${e.message}`);
  }
  return [];
}
