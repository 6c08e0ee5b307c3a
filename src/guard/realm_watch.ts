import { OrreryError } from '../errors/index.js';
import { type Intrinsics, type Replacement, restore, withOriginals } from './intrinsics.js';
import type { LeakReporter } from './leaks.js';

/** Replacements that are named one by one; the rest is counted. */
const MOST_NAMED = 20;

/**
 * Sees whether user code has replaced a part of the language that Orrery works with. It looks after
 * each program that is loaded and when the run is over, so that the program that did it is known by
 * name.
 */
export class RealmWatch {
  readonly #leaks: LeakReporter;
  readonly #intrinsics: Intrinsics;
  readonly #known = new Set<string>();
  #program: string | undefined;
  #first: OrreryError | undefined;

  /** @param intrinsics - the language as it is when a run begins */
  constructor(leaks: LeakReporter, intrinsics: Intrinsics) {
    [this.#leaks, this.#intrinsics] = [leaks, intrinsics];
  }

  /**
   * Reports what has been replaced since the last look.
   *
   * @param program - the file that is loaded from now on; without, the run turns
   * @throws OrreryError `ORR_LEAK_TAMPERING` in strict mode
   */
  look(program?: string): void {
    const replaced = this.#intrinsics.replacements();
    if (replaced.length > 0) withOriginals(replaced, () => this.#report(replaced));
    this.#program = program;
  }

  /**
   * Puts the language back for good: what follows is Orrery's own.
   *
   * @param hasFailed - whether the run failed; then what objects inherit may be why, under any name
   * @returns what to tell a user whose run failed; undefined if nothing was replaced
   */
  end(hasFailed = false): OrreryError | undefined {
    const replaced = this.#intrinsics.replacements();
    restore(replaced);
    const added = this.#intrinsics.additions();
    restore(added);
    try {
      this.#report(hasFailed ? [...replaced, ...added] : replaced);
    } catch {
      // Strict mode: it is returned.
    }
    return this.#first;
  }

  #report(replaced: readonly Replacement[]): void {
    const program = this.#program;
    const fresh = replaced.filter(({ name }) => !this.#known.has(name));
    for (const { name } of fresh) this.#known.add(name);
    const named = fresh.slice(0, MOST_NAMED).map(describe);
    if (named.length < fresh.length) named.push(`${fresh.length - named.length} more`);
    if (named.length === 0) return;
    const error = tamperingError(named.join(', '), program);
    this.#first ??= error;
    for (const what of named) this.#leaks.tampering(what, program);
    if (this.#leaks.strict) throw error;
  }
}

/** e.g. `Array.prototype.push (now function (x) { … })`. */
function describe({ name, now }: Replacement): string {
  const value = now?.value ?? now?.get;
  const text = typeof value === 'function' ? Function.prototype.toString.call(value) : typeof value;
  const line = text.replace(/\s+/g, ' ');
  const shown = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  return `${name} (${now === undefined ? 'deleted' : `now ${shown}`})`;
}

function tamperingError(what: string, program: string | undefined): OrreryError {
  const who = program ?? 'A callback, or a module that it loaded,';
  return new OrreryError(
    'ORR_LEAK_TAMPERING',
    `${who} replaces ${what}, which Orrery works with in the same realm: the results may be wrong, and an error may be a consequence; add names of your own instead.`,
    { place: { file: program } },
  );
}

let installed: RealmWatch | undefined;

/** Tells the rest of Orrery whose realm this is. */
export function setInstalledRealm(watch: RealmWatch | undefined): void {
  installed = watch;
}

/** Did what was loaded or run until now change the language? See {@link RealmWatch.look}. */
export function checkRealm(program?: string): void {
  installed?.look(program);
}

/** Puts the language back, in a thread that ends; see {@link RealmWatch.end}. */
export function mendRealm(hasFailed = false): OrreryError | undefined {
  return installed?.end(hasFailed);
}
