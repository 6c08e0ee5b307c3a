import { didYouMean, OrreryError } from '../errors/index.js';
import type { Metric, MetricSource } from './metric.js';

/**
 * Notes which topics, nodes and results that metrics ask for exist in any run. A topic that one variant lacks is a
 * result; a topic that no run had is a misspelt name.
 */
export class MetricNames {
  readonly #missing = new Map<Metric, { name: string; known: Set<string> }>();
  readonly #found = new Set<Metric>();

  note(metric: Metric, run: MetricSource): void {
    const { name, known } = metric.subject(run);
    if (known.includes(name)) this.#found.add(metric);
    const missing = this.#missing.get(metric) ?? { name, known: new Set() };
    for (const each of known) missing.known.add(each);
    this.#missing.set(metric, missing);
  }

  /** @throws OrreryError `ORR_COMPARE_METRIC` for a metric of something that no run had */
  check(): void {
    for (const [metric, { name, known }] of this.#missing) {
      if (this.#found.has(metric)) continue;
      const hint = didYouMean(name, known) || '; correct its name.';
      throw new OrreryError(
        'ORR_COMPARE_METRIC',
        `The metric "${metric.name}" asks for ${name}, which no run had${hint}`,
      );
    }
  }
}
