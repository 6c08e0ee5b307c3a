/**
 * Room `compare`: one system under several executors, models and seeds, side by side.
 *
 * May import: `errors`, `models`, `bag`, `system`, `record`, `run`, `verify`, `report`.
 */

export {
  type ComparedVariant,
  type Comparison,
  type ComparisonOptions,
  compareSystem,
  runDirectory,
  type VariantResult,
} from './compare_system.js';
export { comparisonReport } from './comparison_report.js';
export { comparisonCsv, comparisonJson, comparisonText } from './comparison_text.js';
export { type Metric, type MetricSource, parseMetric } from './metric.js';
export { MetricNames } from './metric_names.js';
export { figuresOf, type RunFigures } from './run_figures.js';
export { seedsOf, type Variant, variantsOf } from './variant.js';
