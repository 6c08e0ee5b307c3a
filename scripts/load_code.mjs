// Becomes `dist/load_code.js`: loads the scripts that `split_code.mjs` has made, with what `keep_code.mjs` has kept of
// them, if it was the same version of V8 that has compiled it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

// Captured before any program can replace them.
const [read, pathOf, Code] = [readFileSync, fileURLToPath, Script];
const folder = pathOf(new URL('.', import.meta.url));
const keptFolder = `${folder}code/${process.versions.v8}-${process.arch}/`;
/** Code names the folder in stacks in which it was kept, so after a move it is of no use. */
const isUsable = readKept(`${keptFolder}folder`)?.toString() === folder;

/**
 * @param address - of the script
 * @param load - imports what the script needs later
 * @param imports - what the script has imported, in its order
 * @returns what the script exports, in its order
 */
export function loadCode(address, load, imports) {
  const path = pathOf(address);
  const keptAs = keptFolder + path.slice(folder.length).replaceAll(/[\\/]/g, '.');
  const options = {
    filename: address,
    cachedData: isUsable ? readKept(keptAs) : undefined,
    keptAs,
  };
  return new Code(read(path, 'latin1'), options).runInThisContext()(address, load, imports);
}

/** V8 checks its version, its flags and the length of the script. */
function readKept(path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
