import type { Halt, LiveRun } from './live_run.js';

/**
 * A checkpoint: another re-execution of the same run that waits at an earlier callback, from where
 * going back is short. It is made in the background.
 */
export class SpareRun {
  readonly #run: LiveRun;
  #at: number;
  /** Where it halts; undefined if it ended or failed instead. */
  #halt: Promise<Halt | undefined>;

  /** @param run - on its way to callback `at` */
  constructor(run: LiveRun, at: number) {
    this.#run = run;
    this.#at = at;
    this.#halt = run.begun().then((event) => (event.kind === 'halt' ? event : undefined));
  }

  /** The callback before which it waits or will wait. */
  get at(): number {
    return this.#at;
  }

  /** Continues to a later callback. */
  advance(at: number): void {
    this.#at = at;
    this.#halt = this.#halt.then(async (halt) => {
      if (halt === undefined) return undefined;
      await this.#run.aim(at);
      const event = await this.#run.goOn();
      return event.kind === 'halt' ? event : undefined;
    });
    // A process that has ended is noticed when it is taken.
    this.#halt.catch(() => {});
  }

  /** Its run and where it halts, once it does; undefined if the run is unusable. */
  async take(): Promise<{ readonly run: LiveRun; readonly halt: Halt } | undefined> {
    const halt = await this.#halt.catch(() => undefined);
    if (halt !== undefined) return { run: this.#run, halt };
    await this.kill();
    return undefined;
  }

  kill(): Promise<void> {
    return this.#run.kill();
  }
}
