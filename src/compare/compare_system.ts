import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SystemCommand } from '../verify/index.js';
import { diffRuns } from '../verify/index.js';
import type { Metric } from './metric.js';
import { figuresOf, type RunFigures } from './run_figures.js';
import { VariantProcesses } from './run_variant.js';
import type { Variant } from './variant.js';

export interface ComparisonOptions {
  readonly command: SystemCommand;
  readonly variants: readonly Variant[];
  readonly seeds: readonly string[];
  readonly metrics: readonly Metric[];
  /** Processes at a time. */
  readonly parallel: number;
  /** Where all runs are left; undefined: they are removed. */
  readonly keep?: string;
  readonly onProgress?: (done: number, variant: string) => void;
  /** Ends what is running and has the promise rejected with its reason. */
  readonly signal?: AbortSignal;
}

/** One variant, with all its seeds. */
export interface VariantResult {
  readonly name: string;
  /** In the order of the seeds. */
  readonly runs: readonly RunFigures[];
  /** What differed first from the first variant, with the first seed; undefined for that one. */
  readonly difference: string | undefined;
}

export interface Comparison {
  readonly seeds: readonly string[];
  readonly metrics: readonly string[];
  readonly variants: readonly VariantResult[];
}

/**
 * Runs a system in several variants, each with the same seeds, in fresh processes.
 *
 * @throws OrreryError `ORR_COMPARE_RUN`
 */
export async function compareSystem(options: ComparisonOptions): Promise<Comparison> {
  const work = options.keep ?? mkdtempSync(join(tmpdir(), 'orrery-compare-'));
  const remove = () => rmSync(work, { recursive: true, force: true });
  const processes = new VariantProcesses(options.command);
  const stop = () => processes.kill();
  options.signal?.addEventListener('abort', stop);
  try {
    return await new Series(options, processes, work).run();
  } finally {
    options.signal?.removeEventListener('abort', stop);
    processes.kill();
    if (options.keep === undefined) remove();
  }
}

interface Task {
  readonly variant: number;
  readonly seed: number;
}

class Series {
  readonly #options: ComparisonOptions;
  readonly #processes: VariantProcesses;
  readonly #work: string;
  readonly #figures: RunFigures[][];
  #done = 0;

  constructor(options: ComparisonOptions, processes: VariantProcesses, work: string) {
    this.#options = options;
    this.#processes = processes;
    this.#work = work;
    this.#figures = options.variants.map(() => []);
  }

  async run(): Promise<Comparison> {
    const { variants, seeds, metrics, parallel } = this.#options;
    const tasks = seeds.flatMap((_, seed) => variants.map((_v, variant) => ({ variant, seed })));
    const worker = async () => {
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
        await this.#runOne(task);
      }
    };
    await Promise.all(Array.from({ length: Math.min(parallel, tasks.length) }, worker));
    const results: VariantResult[] = [];
    for (const [index, { name }] of variants.entries()) {
      const difference = index === 0 ? undefined : await this.#difference(index);
      results.push({ name, runs: this.#figures[index]!, difference });
    }
    return { seeds, metrics: metrics.map(({ name }) => name), variants: results };
  }

  async #runOne(task: Task): Promise<void> {
    const { variants, seeds, metrics, keep, onProgress, signal } = this.#options;
    const variant = variants[task.variant]!;
    const seed = seeds[task.seed]!;
    const directory = this.#directory(task);
    try {
      await this.#processes.run([...variant.options, '--seed', seed], directory);
    } finally {
      signal?.throwIfAborted();
    }
    this.#figures[task.variant]![task.seed] = await figuresOf(directory, seed, metrics);
    // Runs of the first seed are compared with each other at the end.
    if (task.seed > 0 && keep === undefined) rmSync(directory, { recursive: true, force: true });
    onProgress?.(++this.#done, variant.name);
  }

  async #difference(variant: number): Promise<string> {
    const a = this.#directory({ variant: 0, seed: 0 });
    const b = this.#directory({ variant, seed: 0 });
    return (await diffRuns(a, b)).verdict;
  }

  #directory({ variant, seed }: Task): string {
    return join(this.#work, `variant-${variant + 1}-seed-${this.#options.seeds[seed]}`);
  }
}
