import { readdirSync } from 'node:fs';

/** The names in a folder at any depth, while a program creates and removes folders there; none if it does not exist. */
export function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
