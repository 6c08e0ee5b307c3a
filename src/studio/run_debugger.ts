/** A debugger for the studio's page; the command line supplies it. */

export interface DebugAnswer {
  /** The answer as text for people. */
  readonly text: string;
  /** The callback at which the run has stopped, if the command moved it. */
  readonly callback: number | undefined;
}

export interface RunDebugger {
  /** Executes a command of `orrery debug`. */
  ask(line: string): Promise<DebugAnswer>;
  close(): Promise<void>;
}

/** @param directory - the directory that the run left behind */
export type OpenDebugger = (directory: string) => Promise<RunDebugger>;

/** The debuggers of the runs of a page: each is opened on first use, and questions are answered in order. */
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
      // The next question opens the debugger again.
      found.catch(() => this.#opened.delete(directory));
    }
    return found;
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#opened.values());
    for (const each of all) if (each.status === 'fulfilled') await each.value.close();
  }
}
