/** Thrown when the user ends a search. */
export class Interruption extends Error {}

/** Thrown when shrinking has used all its runs: what has been found by then is the result. */
export class SpentBudget extends Error {}

/**
 * Settles as the promise does, but rejects as soon as the signal is aborted. @throws Interruption
 */
export async function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return promise;
  // The promise may reject when nothing awaits it any longer.
  promise.catch(() => {});
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Interruption());
    signal.addEventListener('abort', stop);
  });
  try {
    if (signal.aborted) throw new Interruption();
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
