import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files among these files and folders; of a folder those with this ending, sorted by name. */
export function vectorFiles(paths: readonly string[], ending = /\.json$/): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => ending.test(name));
    return names.sort().map((name) => join(path, name));
  });
}
