import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of a store, see `ResultStore`. */
export const STORE_FOLDERS = ['results', 'modules', 'nondeterminism', 'temporary'] as const;

/** Whether a folder is a store of results, which are not inputs of the runs that they come from. */
export function isStore(folder: string): boolean {
  return STORE_FOLDERS.every((name) => existsSync(join(folder, name)));
}
