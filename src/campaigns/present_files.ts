import { join } from 'node:path';
import { ContentHashes } from './content_hash.js';
import type { OutputFiles } from './output_files.js';
import { isInstalled, NOW, RunKeys } from './run_keys.js';
import type { RunResult } from './run_result.js';

/** The present contents of the files of a campaign; each is read once. */
export class PresentFiles {
  readonly #folder: string;
  readonly #hashes: ContentHashes;
  readonly #known = new Map<string, string>();
  /** Files of results that have been judged: many results share theirs. */
  readonly #judged = new Map<boolean, WeakMap<RunResult['files'], string | false>>();
  readonly #build: string;

  constructor(folder: string, outputs: OutputFiles) {
    this.#folder = folder;
    this.#hashes = new ContentHashes(outputs);
    this.#build = new RunKeys(folder, [], this.#hashes).build;
  }

  /**
   * The first file that is no longer what a result was obtained with: then it belongs to another system. Those
   * of a revision cannot change.
   */
  changed({ build, files }: RunResult, revision: string | undefined): string | undefined {
    if (build !== this.#build) return 'Orrery itself';
    const isPinned = revision !== undefined;
    const judged = this.#judged.get(isPinned) ?? new WeakMap<RunResult['files'], string | false>();
    this.#judged.set(isPinned, judged);
    let found = judged.get(files);
    if (found === undefined) {
      const isFixed = (name: string) => isPinned && !name.startsWith(NOW) && !isInstalled(name);
      const other = files.find(({ name, sha256 }) => !isFixed(name) && this.#of(name) !== sha256);
      found = other === undefined ? false : describeFile(other.name);
      judged.set(files, found);
    }
    return found === false ? undefined : found;
  }

  #of(name: string): string {
    let hash = this.#known.get(name);
    if (hash === undefined) {
      hash = this.#hashes.of(
        join(this.#folder, name.startsWith(NOW) ? name.slice(NOW.length) : name),
      );
      this.#known.set(name, hash);
    }
    return hash;
  }
}

/** A name relative to the folder of the campaign; that of a Python program stands for its modules. */
function describeFile(name: string): string {
  const plain = name.startsWith(NOW) ? name.slice(NOW.length) : name;
  return plain === '' ? 'a file in the folder of the campaign' : plain;
}
