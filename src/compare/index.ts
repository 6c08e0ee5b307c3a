/**
 * Room `compare`: one system under several executors, models and seeds, side by side.
 *
 * May import: `errors`, `models`, `trace`, `bag`, `testing`, `verify`.
 */
export {
  type Comparison,
  type ComparisonOptions,
  compareSystem,
  type VariantResult,
} from './compare_system.js';
export { comparisonCsv, comparisonJson, comparisonText } from './comparison_text.js';
export { type Metric, parseMetric } from './metric.js';
export type { RunFigures } from './run_figures.js';
export { seedsOf, type Variant, variantsOf } from './variant.js';
