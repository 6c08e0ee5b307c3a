import { join } from 'node:path';
import { ContentHashes } from './content_hash.js';
import { isInstalled, NOW, RunKeys } from './run_keys.js';
import type { RunResult } from './run_result.js';

/** The present contents of the files of a campaign; each is read once. */
export class PresentFiles {
  readonly #folder: string;
  readonly #hashes = new ContentHashes();
  readonly #known = new Map<string, string>();
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
    const isFixed = (name: string) =>
      revision !== undefined && !name.startsWith(NOW) && !isInstalled(name);
    return (
      build === this.#build &&
      files.every(({ name, sha256 }) => isFixed(name) || this.#of(name) === sha256)
    );
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
