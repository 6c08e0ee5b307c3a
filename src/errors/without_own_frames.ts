/** Finds the lines of a stack that are the user's. */
import { fileURLToPath } from 'node:url';
import { OWN_FOLDER } from './own_folder.js';

/**
 * Removes the frames of Orrery, its dependencies and Node from a stack, since they say nothing about user code.
 * Undefined if no other frame is left: then only Orrery's code was involved, as for a missing file, and the message
 * says enough.
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
