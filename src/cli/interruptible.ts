/** Runs work that Ctrl-C ends early, so that it can still report its results so far. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const interrupt = () => abort.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(abort.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
