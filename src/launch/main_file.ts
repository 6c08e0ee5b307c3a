import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OrreryError } from '../errors/index.js';

/** The file itself, or, for a directory, the `main` of its `package.json` or its index file. */
export function mainFileOf(path: string): string {
  const full = resolve(path);
  const stat = statSync(full, { throwIfNoEntry: false });
  if (stat === undefined) {
    throw new OrreryError('ORR_MODULE_NOT_FOUND', `${path} does not exist; check the path.`, {
      place: { file: full },
    });
  }
  if (!stat.isDirectory()) return full;
  const manifest = join(full, 'package.json');
  if (existsSync(manifest)) {
    const { main } = JSON.parse(readFileSync(manifest, 'utf8')) as { main?: string };
    if (main !== undefined) return join(full, main);
  }
  const index = ['index.ts', 'index.tsx', 'index.mts', 'index.js', 'index.mjs', 'index.cjs']
    .map((name) => join(full, name))
    .find((file) => existsSync(file));
  if (index !== undefined) return index;
  throw new OrreryError(
    'ORR_MODULE_NOT_FOUND',
    `${path} is a directory without a package.json "main" or an index file; name the file to run.`,
    { place: { file: full } },
  );
}
