/** The files of this project, for tests that check the whole project against its rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The directory of `package.json`, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What is never part of the project: build products, dependencies, a workbench's own files. */
const NOT_OURS = new Set([
  ...['node_modules', '__pycache__', 'dist', 'site', 'coverage', 'runs', '.git', '.setup-stamp'],
]);

/**
 * Paths of all files of the project or of one of its folders, relative to {@link ROOT}, sorted. For a folder that
 * does not exist, there are none.
 */
export function filesIn(folder = ''): string[] {
  const found: string[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(ROOT + path, { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name) || entry.name.endsWith('.log')) continue;
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) visit(below);
      else if (entry.isFile()) found.push(below);
    }
  };
  try {
    visit(folder);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
  }
  return found.sort();
}

/** The text of a file of the project. */
export function textOf(path: string): string {
  return readFileSync(ROOT + path, 'utf8');
}

/** Whether a file contains tests or code that only tests use. */
export function isTest(path: string): boolean {
  return /\.(test|test_support)\.ts$/.test(path) || path.startsWith('test/');
}
