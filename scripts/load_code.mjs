// Becomes `dist/load_code.js`: loads the scripts that `split_code.mjs` has made, with what `keep_code.mjs` has kept of
// them, if it was the same version of V8 that has compiled it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

// Captured before any program can replace them.
const [read, pathOf, Code, checksum] = [readFileSync, fileURLToPath, Script, crc32];
const folder = pathOf(new URL('.', import.meta.url));
const keptFolder = `${folder}code/${process.versions.v8}-${process.arch}/`;
/** The last bytes of a file of kept code are the checksum of the script and the code. */
const CHECKSUM_BYTES = 4;
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
  const text = read(path);
  const options = {
    filename: address,
    cachedData: isUsable ? codeOf(text, readKept(keptAs)) : undefined,
    keptAs,
  };
  return new Code(text.latin1Slice(), options).runInThisContext()(address, load, imports);
}

/**
 * What V8 has compiled of this text; undefined if the text or the code is not what it was then. V8 itself checks only
 * its version, its flags and the length of both, and damaged code ends the process.
 */
function codeOf(text, kept) {
  if (kept === undefined || kept.length < CHECKSUM_BYTES) return undefined;
  const end = kept.length - CHECKSUM_BYTES;
  const code = kept.subarray(0, end);
  return kept.readUInt32LE(end) === checksum(code, checksum(text)) ? code : undefined;
}

function readKept(path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
