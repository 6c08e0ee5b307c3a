/**
 * `orrery-sim/analysis`: how long the callbacks and chains of a run took, and how much worse it can get.
 *
 * @example
 * ```ts run
 * import { analysisText, analyzeRun } from 'orrery-sim/analysis';
 * import { simulate } from 'orrery-sim/testing';
 *
 * await simulate('talker.cjs', { until: '3s', directory: 'run' });
 * const analysis = await analyzeRun('run');
 * console.log(analysis.callbacks[0]?.name);
 * console.log(analysisText(analysis).length > 0);
 * ```
 *
 * ```text
 * setTimeout
 * true
 * ```
 *
 * @packageDocumentation
 */

export type * from '../report/index.js';
export { analysisCsv } from './analysis_csv.js';
export {
  parseChain,
  parseDeadline,
  parsePriority,
  readAnalysisOptions,
} from './analysis_options.js';
export { analysisPictures } from './analysis_pictures.js';
export { analysisReport } from './analysis_report.js';
export { analysisText } from './analysis_text.js';
export { analyzeRun } from './analyze_run.js';
export type * from './index.js';
export { learnCallbacks } from './learn_callbacks.js';
export { learntConfiguration } from './learnt_configuration.js';
export { renderPng } from './render_png.js';
