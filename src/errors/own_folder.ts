import { fileURLToPath } from 'node:url';

/** The folder of Orrery's own files. */
export const OWN_FOLDER = new URL('..', import.meta.url);

const OWN_PATH = fileURLToPath(OWN_FOLDER);

/** Whether the file belongs to Orrery itself; its tests count as the user's files. */
export function isOrrerys(file: string): boolean {
  return file.startsWith(OWN_PATH) && !/\.test\.ts$/.test(file);
}
