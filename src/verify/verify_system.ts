import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownNames, requireKnownOptions } from '../errors/index.js';
import { type RunFile, TemporaryFolder } from '../record/index.js';
import { rebuildErrors } from '../run/index.js';
import type { RunConfig } from '../system/index.js';
import { diffRuns, type RunDiff } from './diff_runs.js';
import { DISTURBANCES, type Disturbance, disturbanceOf, UNDISTURBED } from './disturbances.js';
import { disturbedRun } from './disturbed_run.js';
import { copyElsewhere, type Elsewhere } from './elsewhere.js';

export interface VerifyOptions {
  /** The system. */
  readonly config: RunConfig;
  /** Number of disturbed repetitions. */
  readonly runs: number;
  /** Number of processes at a time. */
  readonly parallel: number;
  /** Other Node binaries to use in turn with this one. */
  readonly nodes: readonly string[];
  /** Longest sleep before a callback, in ms. Default: chosen so that a run takes about 2 s longer. */
  readonly longestSleepMs?: number;
  readonly onProgress?: (done: number, different: number, name: string) => void;
  /** Ends the verification early; results until then count. */
  readonly signal?: AbortSignal;
}

const OPTIONS: KnownNames<VerifyOptions> = {
  ...{ config: true, runs: true, parallel: true, nodes: true, longestSleepMs: true },
  ...{ onProgress: true, signal: true },
};

/** One repetition. */
export interface VerifiedRun {
  readonly disturbance: string;
  readonly node: string;
  readonly total: string;
  readonly same: boolean;
}

export interface Verification {
  /** Why no repetition was made in another folder; undefined if one was made, or none was planned. */
  readonly unmoved: string | undefined;
  /** The undisturbed run. */
  readonly reference: RunFile;
  readonly runs: readonly VerifiedRun[];
  /** How the first repetition that differed differs from the undisturbed run. */
  readonly diff: RunDiff | undefined;
  /** Folder of the two differing runs; undefined if all runs were equal. */
  readonly kept: string | undefined;
}

/** Wall time that sleeps add to each run, by default. */
const ADDED_MS = 2000;
const LONGEST_SLEEP_MS = 20;

/**
 * Runs a system once undisturbed, then repeatedly in fresh processes under disturbance.
 *
 * @throws OrreryError `ORR_VERIFY_RUN`; errors that keep the system from starting
 */
export async function verifySystem(options: VerifyOptions): Promise<Verification> {
  requireKnownOptions(options, OPTIONS, 'verifySystem()');
  const work = new TemporaryFolder('verify');
  let isKept = false;
  try {
    const verification = await new Repetition(options, work.path).run();
    isKept = verification.kept !== undefined;
    return verification;
  } finally {
    if (isKept) work.keep();
    else work.remove();
  }
}

class Repetition {
  readonly #options: VerifyOptions;
  readonly #work: string;
  readonly #runs: VerifiedRun[] = [];
  #elsewhere: Elsewhere | string | undefined;
  #started = 0;
  #done = 0;
  #different: { readonly number: number; readonly directory: string } | undefined;

  constructor(options: VerifyOptions, work: string) {
    this.#options = options;
    this.#work = work;
  }

  async run(): Promise<Verification> {
    const { config, parallel, runs, signal } = this.#options;
    const directory = join(this.#work, 'reference');
    const reference = await disturbedRun(config, process.execPath, UNDISTURBED, directory, {
      signal,
    });
    // If the system does not start, there is nothing to repeat.
    if (reference.counts.callbacks === 0 && reference.errors.length > 0) {
      throw rebuildErrors(reference.errors);
    }
    const workers = Array.from({ length: Math.min(parallel, runs) }, () =>
      this.#repeat(reference).catch((error) => {
        // The other workers still finish their present runs, which write in the same folder.
        this.#started = runs;
        if (!signal?.aborted) throw error;
      }),
    );
    const ends = await Promise.allSettled(workers);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const different = this.#different;
    return {
      reference,
      // Runs that were not made leave holes in the array.
      runs: this.#runs.filter(() => true),
      diff: different && (await diffRuns(directory, different.directory)),
      kept: different && this.#work,
      unmoved: typeof this.#elsewhere === 'string' ? this.#elsewhere : undefined,
    };
  }

  async #repeat(reference: RunFile): Promise<void> {
    const { runs, onProgress, signal } = this.#options;
    while (this.#started < runs && !signal?.aborted) {
      const number = ++this.#started;
      const node = this.#nodeFor(number);
      const disturbance = this.#disturbance(number, reference);
      const directory = join(this.#work, `run-${number}`);
      const file = await this.#disturbed(node, disturbance, directory, reference);
      if (file === undefined) continue;
      const same = file.digest.total === reference.digest.total && file.end === reference.end;
      this.#runs[number - 1] = {
        disturbance: disturbance.name,
        node: file.versions.node,
        total: file.digest.total,
        same,
      };
      if (same) rmSync(directory, { recursive: true, force: true });
      else this.#keep(number, directory);
      const different = this.#runs.filter((run) => !run.same).length;
      onProgress?.(++this.#done, different, disturbance.name);
    }
  }

  /** Makes one run; returns undefined if it should be made elsewhere and nothing can be copied there. */
  async #disturbed(
    node: string,
    disturbance: Disturbance,
    directory: string,
    reference: RunFile,
  ): Promise<RunFile | undefined> {
    const { config, signal } = this.#options;
    if (!disturbance.elsewhere) {
      return disturbedRun(config, node, disturbance, directory, { signal });
    }
    this.#elsewhere ??= copyElsewhere(config, reference, this.#work);
    if (typeof this.#elsewhere === 'string') return undefined;
    const { config: moved, installation } = this.#elsewhere;
    return disturbedRun(moved, node, disturbance, directory, {
      signal,
      installation,
      argv0: 'node-elsewhere',
    });
  }

  /** Keeps the earliest of the differing runs and deletes the others. */
  #keep(number: number, directory: string): void {
    const before = this.#different;
    if (before !== undefined && before.number < number) {
      rmSync(directory, { recursive: true, force: true });
      return;
    }
    if (before !== undefined) rmSync(before.directory, { recursive: true, force: true });
    this.#different = { number, directory };
  }

  /**
   * Takes the Node versions in turn, shifted by one each time the disturbances start again, so that each disturbance
   * meets every version.
   */
  #nodeFor(number: number): string {
    const all = [process.execPath, ...this.#options.nodes];
    return all[(number + Math.floor((number - 1) / DISTURBANCES)) % all.length]!;
  }

  #disturbance(number: number, reference: RunFile): Disturbance {
    const callbacks = Math.max(1, reference.counts.callbacks);
    const adaptive = Math.min(LONGEST_SLEEP_MS, (2 * ADDED_MS) / callbacks);
    return disturbanceOf(number, this.#options.longestSleepMs ?? Number(adaptive.toFixed(4)));
  }
}
