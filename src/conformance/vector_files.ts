import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The given files, and the files with this ending in the given folders, sorted by name within each folder. */
export function vectorFiles(paths: readonly string[], ending = /\.json$/): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => ending.test(name));
    return names.sort().map((name) => join(path, name));
  });
}
