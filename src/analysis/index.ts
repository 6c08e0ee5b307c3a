/**
 * Room `analysis`: what a run says about time. Response times, executors, priority inversions,
 * cause–effect chains, worst-case bounds; as text, CSV, pictures and a page.
 *
 * May import: `errors`, `models`, `trace`, `bag`.
 */
export {
  type AnalysisOptions,
  type DeclaredChain,
  type DeclaredDeadline,
  type DeclaredPriority,
  parseChain,
  parseDeadline,
  parsePriority,
  readAnalysisOptions,
} from './analysis_options.js';
export { analysisPictures } from './analysis_pictures.js';
export { analyzeRun, type DistributionCurve, type RunAnalysis } from './analyze_run.js';
export { ArrivalCurve } from './arrival_curve.js';
export type { BoundAssumption, CallbackBound, ExecutorBounds } from './bound_analysis.js';
export type { CallbackAnalysis } from './callback_statistics.js';
export type { ChainAnalysis, ChainInstance, HopAnalysis } from './chain_tracker.js';
export { analysisCsv } from './csv_report.js';
export type { ExecutorAnalysis } from './executor_analysis.js';
export { analysisHtml } from './html_report.js';
export type { PriorityInversion } from './priority_inversions.js';
export { renderPng } from './render_png.js';
export {
  chainBound,
  type Demand,
  longestBusyWindow,
  responseBound,
  type Supply,
} from './response_bound.js';
export type { Summary } from './sample_set.js';
export { analysisText } from './text_report.js';
export type { Timeline, TimelineCallback } from './timeline.js';
