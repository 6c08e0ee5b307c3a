import { type ErrorPlace, OrreryError } from '../errors/index.js';
import { acceptHotIntrinsics } from './are_hot_intrinsics_whole.js';
import { type Intrinsics, type Replacement, restore, withOriginals } from './intrinsics.js';
import type { LeakReporter, NoticedLeak } from './leaks.js';

/** Replacements that are named one by one; further ones are only counted. */
const MOST_NAMED = 20;

/** After so many looks without news, what is replaced has been reported and stays. */
const MOST_LOOKS_IN_VAIN = 16;

/**
 * Detects whether user code has replaced a part of the language that Orrery uses. It checks after
 * each program is loaded and when the run is over, so that the program responsible can be named.
 */
export class RealmWatch {
  readonly #leaks: LeakReporter;
  readonly #intrinsics: Intrinsics;
  readonly #known = new Set<string>();
  #program: string | undefined;
  #first: OrreryError | undefined;
  #looksInVain = 0;

  /** @param intrinsics - the language as it is when a run begins */
  constructor(leaks: LeakReporter, intrinsics: Intrinsics) {
    [this.#leaks, this.#intrinsics] = [leaks, intrinsics];
    acceptHotIntrinsics();
  }

  /**
   * Reports what has been replaced since the last check.
   *
   * @param program - the file that is loaded from now on; if absent, the run itself begins
   * @returns whether nothing is replaced
   * @throws OrreryError `ORR_LEAK_TAMPERING` in strict mode
   */
  look(program?: string): boolean {
    const replaced = this.#intrinsics.replacements();
    if (replaced.length > 0) withOriginals(replaced, () => this.#report(replaced));
    this.#program = program;
    return replaced.length === 0;
  }

  /** The same, quicker; what it overlooks, the next {@link look} finds. */
  glance(program?: string): void {
    if (this.#intrinsics.seemWhole()) this.#program = program;
    else this.look(program);
  }

  /**
   * Reports what the callback that runs, or ran last, has replaced and may restore before it returns.
   *
   * @throws OrreryError `ORR_LEAK_TAMPERING` in strict mode
   */
  lookAtCallback(): void {
    if (this.#looksInVain >= MOST_LOOKS_IN_VAIN) return;
    this.#looksInVain++;
    const replaced = this.#intrinsics.replacements();
    if (replaced.length > 0) withOriginals(replaced, () => this.#report(replaced, true));
  }

  /**
   * Restores the language for good: only Orrery's own code follows.
   *
   * @param hasFailed - whether the run failed; then any property that objects inherit may be the
   *   reason
   * @param isWhole - whether a look has just found nothing replaced
   * @returns the explanation for a user whose run failed; undefined if nothing was replaced
   */
  end(hasFailed = false, isWhole = false): OrreryError | undefined {
    const replaced = isWhole ? [] : this.#intrinsics.replacements();
    restore(replaced);
    const added = this.#intrinsics.additions();
    restore(added);
    try {
      this.#report(hasFailed ? [...replaced, ...added] : replaced);
    } catch {
      // In strict mode the error is returned below.
    }
    return this.#first;
  }

  #report(replaced: readonly Replacement[], isCallback = false): void {
    const program = this.#program;
    const fresh = replaced.filter(({ name }) => !this.#known.has(name));
    for (const { name } of fresh) this.#known.add(name);
    const named = fresh.slice(0, MOST_NAMED).map(describeReplacement);
    if (named.length < fresh.length) named.push(`${fresh.length - named.length} more`);
    if (named.length === 0) return;
    this.#looksInVain = 0;
    const all = named.join(', ');
    const culprit =
      isCallback && program === undefined ? this.#leaks.notice('tampering', all, true) : undefined;
    const who = culprit ?? (program === undefined ? {} : { file: program });
    const error = culprit ? tamperingBy(culprit) : tamperingError(all, program);
    this.#first ??= error;
    for (const what of named) this.#leaks.tampering(what, who);
    if (this.#leaks.strict) throw error;
  }
}

/** e.g. `Array.prototype.push (now function (x) { … })`. */
export function describeReplacement({ name, now }: Replacement): string {
  const value = now?.value ?? now?.get;
  const text = typeof value === 'function' ? Function.prototype.toString.call(value) : typeof value;
  const line = text.replace(/\s+/g, ' ');
  const shown = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  return `${name} (${now === undefined ? 'deleted' : `now ${shown}`})`;
}

/** A callback has replaced something: which one, and where it called Orrery then. */
function tamperingBy(leak: NoticedLeak): OrreryError {
  const { what, file, line, column, node, callback } = leak;
  const where = file === undefined ? '' : ` (at ${file}:${line})`;
  const who = node === undefined ? 'A callback' : `The ${callback} of ${node}`;
  return tamperingError(what, undefined, { who: `${who}${where}`, file, line, column, node });
}

function tamperingError(
  what: string,
  program: string | undefined,
  culprit: ErrorPlace & { readonly who?: string } = { file: program },
): OrreryError {
  const { who = program ?? 'A callback, or a module that it loaded,', ...place } = culprit;
  return new OrreryError(
    'ORR_LEAK_TAMPERING',
    `${who} replaces ${what}, which Orrery works with in the same realm: the results may be wrong, and an error may be a consequence; add names of your own instead.`,
    { place },
  );
}

let installed: RealmWatch | undefined;

/** Tells the rest of Orrery which watch this realm has. */
export function setInstalledRealm(watch: RealmWatch | undefined): void {
  installed = watch;
}

/** Reports whether code loaded or run so far has changed the language; see {@link RealmWatch.look}. */
export function checkRealm(): boolean {
  return installed?.look() ?? true;
}

/** Reports what the running or last callback has replaced, see {@link RealmWatch.lookAtCallback}. */
export function checkRealmOfCallback(): void {
  installed?.lookAtCallback();
}

/** The same between two programs, see {@link RealmWatch.glance}. */
export function glanceAtRealm(program?: string): void {
  installed?.glance(program);
}

/** Restores the language in a thread that ends; see {@link RealmWatch.end}. */
export function mendRealm(hasFailed = false, isWhole = false): OrreryError | undefined {
  return installed?.end(hasFailed, isWhole);
}
