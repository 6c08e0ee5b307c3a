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
    const main = mainOf(manifest);
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

/** As for Node, what is not the text of a path does not count. */
function mainOf(manifest: string): string | undefined {
  let content: { readonly main?: unknown } | null;
  try {
    content = JSON.parse(readFileSync(manifest, 'utf8'));
  } catch (cause) {
    const reason = (cause as Error).message;
    throw new OrreryError(
      'ORR_PACKAGE_INVALID',
      `${manifest} cannot be read: ${reason}; correct it.`,
      {
        place: { file: manifest },
        cause,
      },
    );
  }
  return typeof content?.main === 'string' ? content.main : undefined;
}
