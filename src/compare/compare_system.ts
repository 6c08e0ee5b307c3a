import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type KnownNames, OrreryError, requireKnownOptions } from '../errors/index.js';
import { TemporaryFolder } from '../record/index.js';
import { openRunner, type Runner, sideBySide } from '../run/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { diffRuns } from '../verify/index.js';
import type { Metric } from './metric.js';
import { MetricNames } from './metric_names.js';
import { figuresOf, type RunFigures } from './run_figures.js';

/** A variant of a system, ready to run. */
export interface ComparedVariant {
  /** The variant's name in tables. */
  readonly name: string;
  /** The comparison replaces its seed and directory. */
  readonly config: RunConfig;
}

export interface ComparisonOptions {
  readonly variants: readonly ComparedVariant[];
  readonly seeds: readonly string[];
  readonly metrics: readonly Metric[];
  /** Number of runs at a time. */
  readonly parallel: number;
  /** The directory for all runs; undefined: the runs are removed. */
  readonly keep?: string;
  readonly onProgress?: (done: number, variant: string) => void;
  /** Ends the running runs and rejects the promise with its reason. */
  readonly signal?: AbortSignal;
}

const OPTIONS: KnownNames<ComparisonOptions> = {
  ...{ variants: true, seeds: true, metrics: true, parallel: true, keep: true },
  ...{ onProgress: true, signal: true },
};

/** One variant, with all its seeds. */
export interface VariantResult {
  readonly name: string;
  /** One result per seed, in the order of the seeds. */
  readonly runs: readonly RunFigures[];
  /**
   * How the run with the first seed differs from that of the first variant; undefined for the first variant itself.
   */
  readonly difference: string | undefined;
}

export interface Comparison {
  readonly seeds: readonly string[];
  readonly metrics: readonly string[];
  readonly variants: readonly VariantResult[];
}

/**
 * Runs a system in several variants, each with the same seeds, in threads that make one run after
 * another. The last run is repeated in a fresh process: if state left behind by earlier runs
 * changes its result, all runs are made in fresh processes instead.
 *
 * @throws OrreryError `ORR_COMPARE_RUN`; `ORR_COMPARE_METRIC` for a metric whose subject no run had
 */
export async function compareSystem(options: ComparisonOptions): Promise<Comparison> {
  requireKnownOptions(options, OPTIONS, 'compareSystem()');
  const { keep, parallel, signal } = options;
  const temporary = keep === undefined ? new TemporaryFolder('compare') : undefined;
  const work = keep ?? temporary!.path;
  try {
    const warm = new Series(options, work);
    const result = await during(openRunner('series', parallel), signal, (runner) =>
      warm.run(runner),
    );
    return await during(openRunner('process', parallel), signal, async (runner) =>
      (await warm.isConfirmed(runner)) ? result : await new Series(options, work).run(runner),
    );
  } finally {
    temporary?.remove();
  }
}

/** Calls `use` with a runner, which is closed afterwards or when the signal is aborted, and leaves nothing behind. */
async function during<T>(
  runner: Runner,
  signal: AbortSignal | undefined,
  use: (runner: Runner) => Promise<T>,
): Promise<T> {
  const stop = () => void runner.close();
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    return await use(runner);
  } finally {
    signal?.removeEventListener('abort', stop);
    await runner.close();
  }
}

interface Task {
  readonly variant: number;
  readonly seed: number;
}

class Series {
  readonly #options: ComparisonOptions;
  readonly #work: string;
  readonly #figures: RunFigures[][];
  readonly #names = new MetricNames();
  #done = 0;
  #last: { readonly task: Task; readonly digest: string } | undefined;

  constructor(options: ComparisonOptions, work: string) {
    this.#options = options;
    this.#work = work;
    this.#figures = options.variants.map(() => []);
  }

  async run(runner: Runner): Promise<Comparison> {
    const { variants, seeds, metrics, parallel } = this.#options;
    const tasks = seeds.flatMap((_, seed) => variants.map((_v, variant) => ({ variant, seed })));
    await sideBySide(
      Math.min(parallel, tasks.length),
      () => tasks.shift(),
      (task) => this.#runOne(task, runner),
    );
    this.#names.check();
    const results: VariantResult[] = [];
    for (const [index, { name }] of variants.entries()) {
      const difference = index === 0 ? undefined : await this.#difference(index);
      results.push({ name, runs: this.#figures[index]!, difference });
    }
    return { seeds, metrics: metrics.map(({ name }) => name), variants: results };
  }

  /** Whether the run that ended last, after all others, gives the same result in a fresh process. */
  async isConfirmed(runner: Runner): Promise<boolean> {
    if (this.#last === undefined) return true;
    const { task, digest } = this.#last;
    const again = await runner.run(this.#configOf(task, undefined));
    return again.digest.total === digest;
  }

  #configOf({ variant, seed }: Task, directory: string | undefined): RunConfig {
    const { variants, seeds } = this.#options;
    const config = withChanges(variants[variant]!.config, {
      output: { directory, digest: 'content' },
    });
    return { ...config, seed: seeds[seed]! };
  }

  async #runOne(task: Task, runner: Runner): Promise<void> {
    const { variants, seeds, metrics, keep, onProgress, signal } = this.#options;
    const { name } = variants[task.variant]!;
    const directory = this.#directory(task);
    rmSync(directory, { recursive: true, force: true });
    try {
      const { digest } = await runner.run(this.#configOf(task, directory));
      this.#last = { task, digest: digest.total };
    } catch (error) {
      if (error instanceof OrreryError) throw noResult(name, seeds[task.seed]!, error);
      throw error;
    } finally {
      signal?.throwIfAborted();
    }
    this.#figures[task.variant]![task.seed] = await figuresOf(
      directory,
      seeds[task.seed]!,
      metrics,
      this.#names,
    );
    // Runs of the first seed are kept until the end, when they are compared with each other.
    if (task.seed > 0 && keep === undefined) rmSync(directory, { recursive: true, force: true });
    onProgress?.(++this.#done, name);
  }

  async #difference(variant: number): Promise<string> {
    const a = this.#directory({ variant: 0, seed: 0 });
    const b = this.#directory({ variant, seed: 0 });
    return (await diffRuns(a, b)).verdict;
  }

  #directory({ variant, seed }: Task): string {
    return runDirectory(this.#work, variant, this.#options.seeds[seed]!);
  }
}

/**
 * The directory of one run of a comparison.
 *
 * @param folder - where the runs of the comparison are kept
 * @param variant - index of the variant, from 0
 */
export function runDirectory(folder: string, variant: number, seed: string): string {
  return join(folder, `variant-${variant + 1}-seed-${seed}`);
}

function noResult(variant: string, seed: string, cause: OrreryError): OrreryError {
  return new OrreryError(
    'ORR_COMPARE_RUN',
    `The variant "${variant}" left no result with seed ${seed}: ${cause.code}: ${cause.message}`,
    { cause },
  );
}
