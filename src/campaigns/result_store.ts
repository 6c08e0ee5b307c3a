import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OrreryError } from '../errors/index.js';
import { hashOfText } from './content_hash.js';
import { publishOnce } from './publish_once.js';
import { isSameRun, type RunResult } from './run_result.js';
import { STORE_FOLDERS } from './store_folders.js';

/** The outcome of publishing a result. */
export type Publication =
  /** it is the first of its key */
  | 'new'
  /** an earlier execution had the same result */
  | 'confirmed'
  /** an earlier execution had another result: both are kept */
  | 'nondeterministic';

/** Codes that Node.js has for a folder in which nothing can be made; that of a read-only disk depends on the call. */
const UNWRITABLE = ['EACCES', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'];

/** The error for a store in which nothing can be written; a full disk is reported as such. */
export function unwritableStore(folder: string, cause: unknown): unknown {
  if (!UNWRITABLE.includes((cause as NodeJS.ErrnoException).code ?? '')) return cause;
  return new OrreryError(
    'ORR_CAMPAIGN_STORE',
    `The store ${folder} cannot be written; name a folder that you may write to.`,
    { place: { file: folder }, cause },
  );
}

/**
 * Results by their keys, in a folder that any number of workers share: a file is written aside and
 * then linked to its name, which succeeds exactly once. Nothing is ever overwritten.
 */
export class ResultStore {
  readonly #folder: string;
  /** Sets of modules that this worker has noted. */
  readonly #noted = new Set<string>();

  /** @throws OrreryError `ORR_CAMPAIGN_STORE` */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      for (const name of STORE_FOLDERS) {
        mkdirSync(join(folder, name), { recursive: true });
      }
    } catch (cause) {
      throw unwritableStore(folder, cause);
    }
  }

  /** A folder for unfinished files, on the same disk as the results. */
  get temporary(): string {
    return join(this.#folder, 'temporary');
  }

  find(key: string): RunResult | undefined {
    const file = this.#fileOf(key);
    if (!existsSync(file)) return undefined;
    return JSON.parse(readFileSync(file, 'utf8')) as RunResult;
  }

  publish(result: RunResult): Publication {
    if (this.#writeOnce(this.#fileOf(result.key), result)) return 'new';
    const first = this.find(result.key)!;
    if (isSameRun(first, result)) return 'confirmed';
    const name = `${result.key}-${result.digest}.json`;
    this.#writeOnce(join(this.#folder, 'nondeterminism', name), result);
    return 'nondeterministic';
  }

  /** Results that differ from the one of the same key, in the order of their names. */
  contradictions(): RunResult[] {
    const folder = join(this.#folder, 'nondeterminism');
    return readdirSync(folder)
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RunResult);
  }

  /** Sets of modules that runs of these programs have loaded: sorted names. */
  moduleSets(programs: string): string[][] {
    const folder = join(this.#folder, 'modules', programs);
    if (!existsSync(folder)) return [];
    return readdirSync(folder)
      .sort()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[]);
  }

  noteModules(programs: string, names: readonly string[]): void {
    const text = JSON.stringify(names);
    const noted = `${programs} ${text}`;
    if (this.#noted.has(noted)) return;
    this.#writeOnce(join(this.#folder, 'modules', programs, `${hashOfText(text)}.json`), names);
    this.#noted.add(noted);
  }

  /** False if the file is there already. */
  #writeOnce(file: string, content: object): boolean {
    if (existsSync(file)) return false;
    return publishOnce(file, `${JSON.stringify(content)}\n`, this.temporary);
  }

  #fileOf(key: string): string {
    return join(this.#folder, 'results', key.slice(0, 2), `${key}.json`);
  }
}
