import { readdirSync } from 'node:fs';

/** What is in a folder, at any depth, while a program makes and removes folders there; nothing while it is not there. */
export function namesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
