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

  /** Says what each metric asks for that no run had. */
  missing(): ReadonlyMap<Metric, string> {
    const found = [...this.#missing].filter(([metric]) => !this.#found.has(metric));
    return new Map(
      found.map(([metric, { name, known }]) => {
        const hint = didYouMean(name, known) || '; correct its name.';
        return [metric, `asks for ${name}, which no run had${hint}`];
      }),
    );
  }

  /** @throws OrreryError `ORR_COMPARE_METRIC` for a metric of something that no run had */
  check(): void {
    for (const [{ name }, why] of this.missing()) {
      throw new OrreryError('ORR_COMPARE_METRIC', `The metric "${name}" ${why}`);
    }
  }
}
