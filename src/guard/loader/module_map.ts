import path from 'node:path';

/**
 * What user code gets instead of a package: a module object, or the path or `file:` URL of a
 * module. Keys are bare specifiers (`'rclnodejs'`, `'rclnodejs/lib/distro'`) or absolute paths
 * (`'/opt/rclnodejs/index.js'`).
 */
export type ModuleMap = Readonly<Record<string, string | object>>;

/**
 * Returns the key of `keys` that `specifier` refers to when imported from `folder`, or
 * undefined. Works without the file system, so mapped paths need not exist.
 */
export function mappedKey(
  keys: ReadonlySet<string>,
  specifier: string,
  folder: string | undefined,
): string | undefined {
  const isPath = /^\.{0,2}\//.test(specifier) || /^\.\.?$/.test(specifier);
  if (isPath && !path.isAbsolute(specifier) && folder === undefined) return undefined;
  const wanted = isPath ? path.resolve(folder ?? '/', specifier) : specifier;
  const candidates = [wanted, `${wanted}.js`, `${wanted}/index.js`, wanted.replace(/\.js$/, '')];
  return candidates.find((candidate) => keys.has(candidate));
}

/** Whether `specifier` is a subpath of a package that `keys` replaces as a whole. */
export function isForeignSubpath(keys: ReadonlySet<string>, specifier: string): boolean {
  const parts = specifier.split('/');
  const name = parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  return name !== specifier && keys.has(name);
}
