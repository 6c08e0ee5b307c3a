import { analysisPictures } from './analysis_pictures.js';
import { type ReportTable, tablesOf } from './analysis_tables.js';
import { headlineOf, remarksOf } from './analysis_text.js';
import type { RunAnalysis } from './analyze_run.js';

/** An analysis as a page shows it. Plain data; the same run gives the same. */
export interface AnalysisReport {
  readonly headline: string;
  readonly remarks: readonly string[];
  /** SVG texts. */
  readonly pictures: readonly string[];
  readonly tables: readonly ReportTable[];
}

export function analysisReport(analysis: RunAnalysis): AnalysisReport {
  return {
    headline: headlineOf(analysis),
    remarks: remarksOf(analysis),
    pictures: Object.values(analysisPictures(analysis)),
    tables: tablesOf(analysis),
  };
}
