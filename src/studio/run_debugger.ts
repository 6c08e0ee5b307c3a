/** A debugger that the studio's page uses; the command line brings it. */

export interface DebugAnswer {
  /** For people. */
  readonly text: string;
  /** Where the run has stopped, if the command has moved it. */
  readonly callback: number | undefined;
}

export interface RunDebugger {
  /** Carries out a command of `orrery debug`. */
  ask(line: string): Promise<DebugAnswer>;
  close(): Promise<void>;
}

/** @param directory - that the run left behind */
export type OpenDebugger = (directory: string) => Promise<RunDebugger>;

/** The debuggers of the runs of a page: one for each, opened when it is first asked, asked in order. */
export class RunDebuggers {
  readonly #open: OpenDebugger;
  readonly #opened = new Map<string, Promise<RunDebugger>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(open: OpenDebugger) {
    this.#open = open;
  }

  ask(directory: string, line: string): Promise<DebugAnswer> {
    const answer = this.#last.then(async () => (await this.#of(directory)).ask(line));
    this.#last = answer.catch(() => {});
    return answer;
  }

  #of(directory: string): Promise<RunDebugger> {
    let found = this.#opened.get(directory);
    if (found === undefined) {
      found = this.#open(directory);
      this.#opened.set(directory, found);
      // The next question tries again.
      found.catch(() => this.#opened.delete(directory));
    }
    return found;
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#opened.values());
    for (const each of all) if (each.status === 'fulfilled') await each.value.close();
  }
}
