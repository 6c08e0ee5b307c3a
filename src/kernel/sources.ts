import type { Source } from './source.js';

/** The sources of a kernel, in the order in which they were added. */
export class Sources {
  readonly #sources: Source[] = [];

  /** Adds a source; the returned function removes it, and is harmless when repeated. */
  add(source: Source): () => void {
    this.#sources.push(source);
    return () => {
      const index = this.#sources.indexOf(source);
      if (index >= 0) this.#sources.splice(index, 1);
    };
  }

  /** Whether no source will ever act again. */
  get idle(): boolean {
    return this.#sources.every(({ nextDue }) => nextDue === Number.POSITIVE_INFINITY);
  }

  /**
   * Asks the sources that may act first for their actions, unless they act only after `horizon`,
   * the time to which the crank would move.
   *
   * @returns whether there were any; a promise if they must be asked again after it has settled
   */
  ask(horizon: number): boolean | Promise<void> {
    const sources = this.#sources;
    let moment = Number.POSITIVE_INFINITY;
    for (let i = 0; i < sources.length; i++) moment = Math.min(moment, sources[i]!.nextDue);
    // Infinity means never, even if nothing else will happen.
    if (moment > horizon || moment === Number.POSITIVE_INFINITY) return false;
    if (sources.length === 1) return tell(sources, horizon);
    // Each source advances one moment at a time: its actions may make others act before its next
    // moment.
    const due = sources.filter(({ nextDue }) => nextDue === moment);
    return tell(due, moment);
  }
}

/** Asks all of them for their actions up to `until`, or waits until they can answer. */
function tell(due: readonly Source[], until: number): boolean | Promise<void> {
  let waiting: Promise<void>[] | undefined;
  for (const source of due) {
    const settled = source.prepare?.(until);
    if (settled === undefined) continue;
    waiting ??= [];
    waiting.push(settled);
  }
  if (waiting !== undefined) return allSettled(waiting);
  for (const source of due) source.advance(until);
  return true;
}

/** Settles when all have; if several fail, with the failure of the source that was added first. */
async function allSettled(waiting: readonly Promise<void>[]): Promise<void> {
  for (const each of await Promise.allSettled(waiting)) {
    if (each.status === 'rejected') throw each.reason;
  }
}
