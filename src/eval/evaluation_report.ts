import { counted } from '../errors/index.js';
import type { Report } from '../report/index.js';
import { evaluationFigures, type PlotOptions } from './evaluation_figures.js';
import type { EvaluationResult } from './evaluation_result.js';

const SHOWN = ['rmse', 'mean', 'median', 'std', 'min', 'max', 'sse'] as const;

/** An evaluation as a report. */
export function evaluationReport(result: EvaluationResult, options: PlotOptions = {}): Report {
  const { title, unit, statistics, errors, reference, estimate } = result;
  const squared = unit === '' ? '' : `${unit}²`;
  return {
    name: 'trajectory',
    headline: title,
    remarks: [
      `${reference.name} against ${estimate.name}: ${counted(reference.length, 'pose')} compared, ${counted(errors.length, 'error')}.`,
    ],
    figures: evaluationFigures(result, options),
    tables: [
      {
        ...{ title: 'Errors in figures', note: '' },
        columns: [
          { heading: 'figure', align: 'left' },
          { heading: 'value', align: 'right' },
          { heading: 'unit', align: 'left' },
        ],
        rows: SHOWN.map((key) => [key, statistics[key].toFixed(6), key === 'sse' ? squared : unit]),
      },
    ],
  };
}
