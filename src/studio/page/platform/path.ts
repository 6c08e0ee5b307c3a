/** The parts of `node:path` that Orrery's readers use, with `/` as the separator. */
export const delimiter = ':';
export const sep = '/';

export function join(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .join('/')
    .replace(/\/{2,}/g, '/');
}

export function resolve(...parts: readonly string[]): string {
  const last = parts.findLastIndex((part) => part.startsWith('/'));
  return join('/', ...parts.slice(Math.max(0, last)));
}

export function dirname(path: string): string {
  const end = path.lastIndexOf('/');
  return end > 0 ? path.slice(0, end) : end === 0 ? '/' : '.';
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function relative(from: string, to: string): string {
  return to.startsWith(`${from}/`) ? to.slice(from.length + 1) : to;
}

export function extname(path: string): string {
  return /\.[^./]*$/.exec(path)?.[0] ?? '';
}
