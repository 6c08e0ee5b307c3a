import type { LeakRecord } from '../guard/index.js';
import type { Simulation } from '../simulation/index.js';

/**
 * Something that acts in a run from outside its programs: bags, and anything else that adds a
 * `Source` to the kernel. A run takes a list of them; at one moment, they act in the order of the
 * list.
 */
export interface RunSource {
  /**
   * What the clock must read at the start so that nothing is missed; undefined: any time will do.
   */
  readonly initialTime: bigint | undefined;
  /** Called once the run has begun. */
  readonly warnings: readonly string[];
  /** Whether it has finished; undefined: it never ends, or there is nothing to wait for. */
  readonly finished: boolean | undefined;
  /** The decisions of the source that repeating the run does not reproduce. */
  readonly leaks?: readonly LeakRecord[];
  /** The world exists and is still empty. */
  join?(simulation: Simulation): void;
  /** The programs are loaded and the clock has its initial time: from now on it may act. */
  begin(simulation: Simulation): void;
  /** The run is over: releases its resources. */
  close(): void;
  /** Settles when the source has said goodbye to its peers outside. */
  readonly left?: Promise<void>;
}

/** Several sources combined into one. */
export class RunSources implements RunSource {
  readonly #sources: readonly RunSource[];

  constructor(sources: readonly RunSource[]) {
    this.#sources = sources;
  }

  get initialTime(): bigint | undefined {
    let earliest: bigint | undefined;
    for (const { initialTime } of this.#sources) {
      if (initialTime === undefined) continue;
      if (earliest === undefined || initialTime < earliest) earliest = initialTime;
    }
    return earliest;
  }

  get warnings(): readonly string[] {
    return this.#sources.flatMap(({ warnings }) => warnings);
  }

  get finished(): boolean | undefined {
    const ending = this.#sources
      .map(({ finished }) => finished)
      .filter((each) => each !== undefined);
    return ending.length === 0 ? undefined : ending.every((each) => each);
  }

  get leaks(): readonly LeakRecord[] {
    return this.#sources.flatMap(({ leaks = [] }) => leaks);
  }

  join(simulation: Simulation): void {
    for (const source of this.#sources) source.join?.(simulation);
  }

  begin(simulation: Simulation): void {
    for (const source of this.#sources) source.begin(simulation);
  }

  close(): void {
    for (const source of this.#sources) source.close();
  }

  /** Like {@link close}, but settles when no peer outside waits for them any longer. */
  async leave(): Promise<void> {
    this.close();
    await Promise.all(this.#sources.map(({ left }) => left));
  }
}
