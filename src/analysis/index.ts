/**
 * Room `analysis`: the timing of a run. Response times, executors, priority inversions,
 * cause–effect chains, worst-case bounds; as text, CSV, pictures, and what a page shows.
 *
 * May import: `errors`, `packages`, `kernel`, `models`, `trace`, `record`, `report`.
 */

export { analysisCsv } from './analysis_csv.js';
export {
  type AnalysisOptions,
  type DeclaredArrivals,
  type DeclaredChain,
  type DeclaredDeadline,
  type DeclaredPriority,
  parseArrivals,
  parseChain,
  parseDeadline,
  parsePriority,
  readAnalysisOptions,
} from './analysis_options.js';
export { analysisPictures } from './analysis_pictures.js';
export { analysisReport } from './analysis_report.js';
export { analysisText } from './analysis_text.js';
export { analyzeRun, type DistributionCurve, type RunAnalysis } from './analyze_run.js';
export type { ArrivalCurve } from './arrival_curve.js';
export type { CallbackAnalysis } from './callback_statistics.js';
export type { ChainBound } from './chain_bounds.js';
export type { ChainAnalysis, ChainInstance, HopAnalysis } from './chain_tracker.js';
export type { ExecutorAnalysis } from './executor_analysis.js';
export type { BoundAssumption, CallbackBound, ExecutorBounds } from './executor_bounds.js';
export { type LearntCallback, type LearntNode, learnCallbacks } from './learn_callbacks.js';
export {
  LEARNT_LAUNCH_CONFIG,
  type LearntConfiguration,
  learntConfiguration,
} from './learnt_configuration.js';
export type { PriorityInversion } from './priority_inversions.js';
export { renderPng } from './render_png.js';
export {
  type PlacedCallback,
  RunTrace,
  type TracedPublication,
  type TraceVisitor,
} from './run_trace.js';
export type { Summary } from './sample_set.js';
export type { Sensitivity } from './sensitivity.js';
export type { Timeline, TimelineCallback } from './timeline.js';
