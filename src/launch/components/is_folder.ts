import { type Stats, statSync } from 'node:fs';

/** What is at a path; nothing where links lead in a circle or a folder must not be read. */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

export function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() === true;
}

export function isFile(path: string): boolean {
  return statusOf(path)?.isFile() === true;
}
