import { OrreryError } from '../errors/index.js';
import type { RunOutcome } from '../record/index.js';
import type { Decision } from '../schedule/index.js';
import type { RunConfig } from '../system/index.js';
import { runInProcess } from './run_in_process.js';
import { RunSeries } from './run_series.js';
import { spawnRun } from './spawn_run.js';

/** Makes runs, at most as many at a time as it was opened for; further ones wait for their turn. */
export interface Runner {
  /**
   * @param onDecision - called with the decisions of a schedule that is `live`; `series` only
   * @throws OrreryError for what is wrong before the run begins; `ORR_WALL_LIMIT`,
   *   `ORR_RUN_STOPPED`, `ORR_RUN_PROCESS`
   */
  run(config: RunConfig, onDecision?: (decision: Decision) => void): Promise<RunOutcome>;
  /**
   * Ends the current runs, whose promises reject, as do those that wait and any later one. Settles when all of them have
   * stopped.
   */
  close(): Promise<void>;
}

/** Somewhere to make runs, one after another. */
interface Place {
  run: Runner['run'];
  close(): void;
}

/**
 * Where runs can be made. All backends make the same run from the same configuration: `series` uses threads that
 * make many runs, quickly; `thread` a fresh thread for each; `process` a fresh process for each, unaffected by
 * anything that ran before.
 */
const PLACES = {
  series: (): Place => new RunSeries(),
  thread: (): Place => {
    let running: ReturnType<typeof spawnRun> | undefined;
    return {
      run: (config) => {
        // As in a series: there are many runs, and the caller has other output to print.
        running = spawnRun(config, 'nowhere');
        return running.outcome;
      },
      close: () => running?.kill(),
    };
  },
  process: (): Place => {
    const abort = new AbortController();
    return {
      run: (config) => runInProcess(config, { signal: abort.signal }),
      close: () => abort.abort(),
    };
  },
} as const;

/** Opens a runner for `size` runs at a time. */
export function openRunner(place: keyof typeof PLACES, size: number): Runner {
  return new PlacedRunner(Array.from({ length: size }, PLACES[place]));
}

class PlacedRunner implements Runner {
  readonly #all: readonly Place[];
  readonly #idle: Place[];
  readonly #waiting: { begin(place: Place): void; refuse(error: OrreryError): void }[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #closed = false;

  constructor(places: readonly Place[]) {
    this.#all = places;
    this.#idle = [...places];
  }

  async run(config: RunConfig, onDecision?: (decision: Decision) => void): Promise<RunOutcome> {
    const place = await this.#place();
    const run = place.run(config, onDecision);
    this.#underWay.add(run);
    try {
      return await run;
    } finally {
      this.#underWay.delete(run);
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(place);
      else next.begin(place);
    }
  }

  async #place(): Promise<Place> {
    // It would start its thread again, which nobody would end.
    if (this.#closed) throw closed();
    return (
      this.#idle.pop() ??
      (await new Promise((begin, refuse) => this.#waiting.push({ begin, refuse })))
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#waiting.splice(0)) refuse(closed());
    for (const place of this.#all) place.close();
    await Promise.allSettled(this.#underWay);
  }
}

function closed(): OrreryError {
  return new OrreryError('ORR_RUN_STOPPED', 'The run was not begun, because runs are over.');
}
