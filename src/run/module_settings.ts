import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files in parent folders that control how modules are found and read. */
const NAMES = ['package.json', 'tsconfig.json'] as const;
/** How far, in ms, the times of a file system may lag behind the clock. */
const COARSENESS = 2000;

/**
 * The files that control how the modules of some runs are found. Node caches their content for the life of a thread,
 * so they must not change.
 */
export class ModuleSettings {
  /** By path, a fingerprint of the file's state; empty: the file does not exist. */
  readonly #states = new Map<string, string>();
  readonly #folders = new Set<string>();
  #begun = 0;
  #isStale = false;

  /** A run that may read these files begins. */
  begin(): void {
    this.#begun = Date.now() - COARSENESS;
  }

  /** The run has loaded these modules, given as absolute paths. */
  note(modules: readonly string[]): void {
    for (const module of modules) {
      for (let folder = dirname(module); !this.#folders.has(folder); folder = dirname(folder)) {
        this.#folders.add(folder);
        for (const name of NAMES) this.#note(join(folder, name));
      }
    }
  }

  #note(file: string): void {
    const found = statSync(file, { throwIfNoEntry: false });
    this.#states.set(file, stateOf(found));
    // The file may have changed since it was read.
    if (found !== undefined && found.ctimeMs >= this.#begun) this.#isStale = true;
  }

  haveChanged(): boolean {
    if (this.#isStale) return true;
    for (const [file, state] of this.#states) {
      if (stateOf(statSync(file, { throwIfNoEntry: false })) !== state) return true;
    }
    return false;
  }
}

function stateOf(found: ReturnType<typeof statSync>): string {
  return found === undefined ? '' : `${found.ctimeMs} ${found.mtimeMs} ${found.size} ${found.ino}`;
}
