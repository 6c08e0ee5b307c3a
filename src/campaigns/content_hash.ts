import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFiles } from './output_files.js';
import { isStore } from './store_folders.js';

/** The most files of one folder that belong to a key. */
const MOST_FILES = 20_000;
/** Bytes read at a time: bags can be larger than memory. */
const CHUNK = 1 << 20;

/** SHA-256 of files and folders by their content; each is read again only after a change. */
export class ContentHashes {
  readonly #known = new Map<string, { readonly stamp: string; readonly hash: string }>();
  readonly #outputs: OutputFiles | undefined;

  /** @param outputs - files that are not part of the folder in which they are */
  constructor(outputs?: OutputFiles) {
    this.#outputs = outputs;
  }

  /** The hash of a file, or of all files below a folder; `missing` if there is neither. */
  of(path: string): string {
    const stat = statOf(path);
    if (stat === undefined) return 'missing';
    if (stat.isDirectory()) return this.#ofFolder(path);
    const stamp = `${stat.mtimeMs} ${stat.size}`;
    const known = this.#known.get(path);
    if (known?.stamp === stamp) return known.hash;
    const hash = hashOfFile(path);
    this.#known.set(path, { stamp, hash });
    return hash;
  }

  #ofFolder(folder: string): string {
    const hash = createHash('sha256');
    for (const name of filesBelow(folder)) {
      const file = join(folder, name);
      if (this.#outputs?.has(file) || isOfOrrery(file)) continue;
      hash.update(`${name}\0${this.of(file)}\0`);
    }
    return hash.digest('hex');
  }
}

/** SHA-256 of a text. */
export function hashOfText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Undefined for what is not there, or out of reach. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function hashOfFile(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  const file = openSync(path, 'r');
  try {
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, size));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}

/** Whether a folder is what `orrery run` left of a run. */
function isRun(folder: string): boolean {
  return statOf(join(folder, 'run.json')) !== undefined;
}

/** How the JSON that a search, a campaign or another command writes begins. */
const FORMAT = /^\s*\{\s*"format":\s*"orrery-/;

/** Whether a file says that it was written by Orrery, such as the schedule of a failing run. */
function isOfOrrery(file: string): boolean {
  if (!file.endsWith('.json')) return false;
  const opened = openSync(file, 'r');
  try {
    const start = Buffer.alloc(64);
    return FORMAT.test(start.toString('utf8', 0, readSync(opened, start)));
  } finally {
    closeSync(opened);
  }
}

/** Relative names in code unit order, without the output of builds, tools and campaigns. */
function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const look = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (/^(\.|node_modules$|__pycache__$)/.test(entry.name)) continue;
      const name = join(below, entry.name);
      if (entry.isDirectory()) {
        if (!isStore(join(folder, name)) && !isRun(join(folder, name))) look(name);
      } else if (found.length < MOST_FILES) found.push(name);
    }
  };
  look('');
  return found.sort();
}
