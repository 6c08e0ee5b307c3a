import type { Source } from './source.js';

/** The sources of a kernel, in the order in which they were added. */
export class Sources {
  readonly #sources: Source[] = [];

  /** Adds a source; what is returned takes it away again, and is harmless when repeated. */
  add(source: Source): () => void {
    this.#sources.push(source);
    return () => {
      const index = this.#sources.indexOf(source);
      if (index >= 0) this.#sources.splice(index, 1);
    };
  }

  /** Whether none will ever act again. */
  get idle(): boolean {
    return this.#sources.every(({ nextDue }) => nextDue === Number.POSITIVE_INFINITY);
  }

  /**
   * Asks the sources that may act first what they do, unless that is after `horizon`, to which time
   * goes otherwise.
   *
   * @returns whether there were any; a promise when they must be asked again after it has settled
   */
  ask(horizon: number): boolean | Promise<void> {
    const sources = this.#sources;
    let moment = Number.POSITIVE_INFINITY;
    for (let i = 0; i < sources.length; i++) moment = Math.min(moment, sources[i]!.nextDue);
    // Infinity is never, also when nothing else is to come.
    if (moment > horizon || moment === Number.POSITIVE_INFINITY) return false;
    if (sources.length === 1) return tell(sources, horizon);
    // Each goes one moment at a time: what it does there may make others act before its next.
    const due = sources.filter(({ nextDue }) => nextDue === moment);
    return tell(due, moment);
  }
}

/** Asks all of them what they do up to `until`, or waits until they can say. */
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

/** Settles when all have; of several failures it has that of the source that was added first. */
async function allSettled(waiting: readonly Promise<void>[]): Promise<void> {
  for (const each of await Promise.allSettled(waiting)) {
    if (each.status === 'rejected') throw each.reason;
  }
}
