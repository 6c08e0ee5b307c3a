import type { Report } from '../report/index.js';
import { analysisFigures } from './analysis_figures.js';
import { analysisTables } from './analysis_tables.js';
import { headlineOf, remarksOf } from './analysis_text.js';
import type { RunAnalysis } from './analyze_run.js';

/** An analysis as a page shows it. */
export function analysisReport(analysis: RunAnalysis): Report {
  return {
    name: 'timing',
    headline: headlineOf(analysis),
    isBad: analysis.alarms.length > 0,
    remarks: remarksOf(analysis),
    figures: analysisFigures(analysis),
    tables: analysisTables(analysis),
  };
}
