/** Which lines of a stack are the user's. */
import { fileURLToPath } from 'node:url';
import { OWN_FOLDER } from './own_folder.js';

/**
 * A stack without the frames of Orrery, its dependencies and Node, which say nothing about
 * user code; undefined when no other frame is left: the sentence already names what only they have
 * seen, such as a missing file.
 *
 * @param own - Orrery's folder
 */
export function withoutOwnFrames(stack: string, own: URL = OWN_FOLDER): string | undefined {
  const lines = stack.split('\n');
  const others = lines.filter((line) => !isOwnFrame(line, own));
  const isOwn = others.length < lines.length && !others.some((line) => /^\s+at /.test(line));
  return isOwn ? undefined : others.join('\n');
}

/** Packages that only Orrery calls. */
const OWN_PACKAGES =
  /\/node_modules\/(?:commander|esbuild|fzstd|saxes|yaml|@foxglove\/[\w-]+|@resvg\/[\w-]+)\//;

function isOwnFrame(line: string, own: URL): boolean {
  if (!/^\s+at /.test(line)) return false;
  return (
    /\bnode:|\(native\)|<anonymous>\)?$|\bnative\b/.test(line) ||
    OWN_PACKAGES.test(line.replaceAll('\\', '/')) ||
    line.includes(own.href) ||
    line.includes(fileURLToPath(own))
  );
}
