import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Whether `file` is somewhere in `folder`. */
export function isWithin(folder: string, file: string): boolean {
  return file.startsWith(folder + sep);
}

/**
 * The folder that a system consisting of these files is in: that of the nearest `package.json` above
 * all of them, else the innermost that they share. Undefined without files.
 */
export function systemFolder(files: readonly string[]): string | undefined {
  const [first] = files;
  return first === undefined ? undefined : packageOf(files.reduce(commonFolder, dirname(first)));
}

function commonFolder(folder: string, file: string): string {
  return isWithin(folder, file) || folder === dirname(folder)
    ? folder
    : commonFolder(dirname(folder), file);
}

/** The folder of the package that `folder` belongs to, or `folder` itself. */
function packageOf(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at;
  }
  return folder;
}
