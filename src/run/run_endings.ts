import type { RunEnd } from '../record/index.js';
import type { EndCondition, Simulation } from '../simulation/index.js';

/** Why a run was ended; the first reason is kept. */
export interface RunEnding {
  readonly end: RunEnd;
  readonly detail?: string;
  readonly exitCode?: number;
}

/** Everything that can end a run from within, and which of them did. */
export class RunEndings {
  readonly #simulation: Simulation;
  readonly #conditions: EndCondition[] = [];
  readonly #looks: (() => void)[] = [];
  #first: RunEnding | undefined;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    simulation.endWhen({
      finished: () => {
        for (const look of this.#looks) look();
        return this.#conditions.some((condition) => condition.finished?.() ?? false);
      },
      exitCode: () =>
        this.#conditions.map((condition) => condition.exitCode?.() ?? 0).find((code) => code) ?? 0,
    });
  }

  /** What ended the run; undefined while it is not ended. */
  get first(): RunEnding | undefined {
    return this.#first;
  }

  /** Checks a job's own condition between instants. */
  addCondition(condition: EndCondition): void {
    this.#conditions.push(condition);
  }

  /** Calls `look` between instants. */
  addLook(look: () => void): void {
    this.#looks.push(look);
  }

  /** Ends the run once the current instant is drained. */
  finish(ending: RunEnding): void {
    this.#first ??= ending;
    this.#simulation.finish(ending.exitCode ?? 0);
  }

  /** Ends the run at once: nothing more of this instant runs. */
  exit(ending: RunEnding): void {
    this.#first ??= ending;
    this.#simulation.exit(ending.exitCode ?? 0);
  }
}
