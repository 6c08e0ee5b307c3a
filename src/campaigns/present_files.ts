import { join } from 'node:path';
import { ContentHashes } from './content_hash.js';
import { isInstalled, NOW, RunKeys } from './run_keys.js';
import type { RunResult } from './run_result.js';

/** The present contents of the files of a campaign; each is read once. */
export class PresentFiles {
  readonly #folder: string;
  readonly #hashes = new ContentHashes();
  readonly #known = new Map<string, string>();
  /** Files of results that have been judged: many results share theirs. */
  readonly #judged = new Map<boolean, WeakMap<RunResult['files'], boolean>>();
  readonly #build: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#build = new RunKeys(folder, [], this.#hashes).build;
  }

  /**
   * Whether a result was obtained with these files; if one has changed, it belongs to another system. Those
   * of a revision cannot change.
   */
  made({ build, files }: RunResult, revision: string | undefined): boolean {
    if (build !== this.#build) return false;
    const isPinned = revision !== undefined;
    const judged = this.#judged.get(isPinned) ?? new WeakMap<RunResult['files'], boolean>();
    this.#judged.set(isPinned, judged);
    let same = judged.get(files);
    if (same === undefined) {
      const isFixed = (name: string) => isPinned && !name.startsWith(NOW) && !isInstalled(name);
      same = files.every(({ name, sha256 }) => isFixed(name) || this.#of(name) === sha256);
      judged.set(files, same);
    }
    return same;
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
