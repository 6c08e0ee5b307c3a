import { type RunConfig, type RunOutcome, RunSeries } from '../job/index.js';
import type { Decision } from '../schedule/index.js';

/** Runs systems on several threads. */
export class RunPool {
  readonly size: number;
  readonly #idle: RunSeries[];
  readonly #all: readonly RunSeries[];
  #closed = false;
  readonly #waiting: ((series: RunSeries) => void)[] = [];

  constructor(size: number) {
    this.size = size;
    this.#all = Array.from({ length: size }, () => new RunSeries());
    this.#idle = [...this.#all];
  }

  async run(config: RunConfig, onDecision?: (decision: Decision) => void): Promise<RunOutcome> {
    const series = this.#idle.pop() ?? (await new Promise<RunSeries>((r) => this.#waiting.push(r)));
    try {
      return await series.run(config, onDecision);
    } finally {
      // After the end nobody gets a thread any more: it would be started again.
      const next = this.#closed ? undefined : this.#waiting.shift();
      if (next === undefined) this.#idle.push(series);
      else next(series);
    }
  }

  close(): void {
    this.#closed = true;
    for (const series of this.#all) series.close();
  }
}

/**
 * Does jobs in parallel and hands over their results in the order of the jobs, so that what is made
 * of them does not depend on how many run at a time.
 *
 * @param next - the next job; undefined: none now, perhaps after further results
 * @param use - returns false to end
 */
export async function inOrder<Job, Result>(
  parallel: number,
  next: () => Job | undefined,
  perform: (job: Job) => Promise<Result>,
  use: (job: Job, result: Result) => boolean,
): Promise<void> {
  const started: { readonly job: Job; readonly result: Promise<Result> }[] = [];
  for (;;) {
    while (started.length < 2 * parallel) {
      const job = next();
      if (job === undefined) break;
      const result = perform(job);
      // It is awaited below; until then a failure must not count as unhandled.
      result.catch(() => {});
      started.push({ job, result });
    }
    const oldest = started.shift();
    if (oldest === undefined) return;
    if (!use(oldest.job, await oldest.result)) return;
  }
}
