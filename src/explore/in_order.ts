/**
 * Runs jobs in parallel and passes on their results in the order of the jobs, so that the outcome
 * does not depend on how many run at a time.
 *
 * @param next - returns the next job; undefined: none at present, perhaps one after further results
 * @param use - takes each result; returns false to stop
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
      // The promise is awaited below; until then, a failure must not count as an unhandled rejection.
      result.catch(() => {});
      started.push({ job, result });
    }
    const oldest = started.shift();
    if (oldest === undefined) return;
    if (!use(oldest.job, await oldest.result)) return;
  }
}
