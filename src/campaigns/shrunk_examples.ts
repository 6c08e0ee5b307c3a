import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The smallest example of a kind of failure, shrunk. */
export interface ShrunkExample {
  /** Of what: the keys of both runs, the place, and how many runs were allowed. */
  readonly of: string;
  /** What it takes to fail, in lines of words. */
  readonly statement: readonly string[];
  /** Whether two more runs in threads of their own failed in the same way. */
  readonly confirmed: boolean;
  /** Runs that shrinking took. */
  readonly runs: number;
  /** The run, as after `orrery run` or `orrery launch`. */
  readonly words: readonly string[];
  /** The commit at which the system is run. */
  readonly revision?: string;
  /** The schedule that it follows, in the folder of the campaign. */
  readonly schedule: string;
}

/** The shrunk examples of a campaign by the keys of their results, next to its journals. */
export class ShrunkExamples {
  readonly #folder: string;
  readonly #file: string;
  readonly #examples: Map<string, ShrunkExample>;

  constructor(campaign: string) {
    this.#folder = campaign;
    this.#file = join(campaign, 'shrunk.json');
    const text = existsSync(this.#file) ? readFileSync(this.#file, 'utf8') : '{}';
    this.#examples = new Map(Object.entries(JSON.parse(text) as Record<string, ShrunkExample>));
  }

  find(key: string): ShrunkExample | undefined {
    return this.#examples.get(key);
  }

  /** Adds an example with its schedule; the files are complete whenever they are read. */
  add(key: string, example: ShrunkExample, schedule: string): void {
    replace(join(this.#folder, example.schedule), schedule);
    this.#examples.set(key, example);
    replace(this.#file, `${JSON.stringify(Object.fromEntries(this.#examples), null, 2)}\n`);
  }
}

function replace(file: string, text: string): void {
  const temporary = `${file}-${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, file);
}
