import { appendFileSync, existsSync, fstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Standard output and standard error. */
const OWN = [1, 2];
const READ_ONLY = ['EACCES', 'EPERM', 'EROFS'];

/**
 * What commands have written about the campaigns of a store: tables, pages, and their own output if it goes to a file.
 * Such a file may be in the folder of a program, and is not an input of its runs: otherwise each look at the results
 * would make them those of another system.
 */
export class OutputFiles {
  readonly #store: string;
  readonly #list: string;
  readonly #known: Set<string>;
  /** Files to which this process writes what it prints. */
  readonly #own: ReadonlySet<string>;

  constructor(store: string) {
    this.#store = resolve(store);
    this.#list = join(this.#store, 'outputs');
    this.#known = new Set(
      existsSync(this.#list) ? readFileSync(this.#list, 'utf8').split('\n') : [],
    );
    this.#own = new Set(OWN.flatMap((descriptor) => identityOf(() => fstatSync(descriptor))));
  }

  /** Remembers a file that has been written. */
  note(file: string): void {
    const name = this.#nameOf(file);
    if (this.#known.has(name)) return;
    this.#known.add(name);
    try {
      appendFileSync(this.#list, `${name}\n`);
    } catch (error) {
      // A store that can only be read gets no more runs, so nothing will ask.
      if (!READ_ONLY.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }

  has(file: string): boolean {
    if (this.#known.has(this.#nameOf(file))) return true;
    if (this.#own.size === 0) return false;
    const [identity] = identityOf(() => statSync(file));
    if (identity === undefined || !this.#own.has(identity)) return false;
    this.note(file);
    return true;
  }

  /** Relative to the store, which may be moved with the system. */
  #nameOf(file: string): string {
    return relative(this.#store, resolve(file));
  }
}

/** What tells a regular file from all others; nothing for a terminal or pipe. */
function identityOf(look: () => Stats): string[] {
  try {
    const stat = look();
    return stat.isFile() ? [`${stat.dev}:${stat.ino}`] : [];
  } catch {
    return [];
  }
}
