import { counted } from '../errors/index.js';
import {
  type Report,
  type ReportTable,
  type RowMark,
  type RowsFigure,
  spanOf,
} from '../report/index.js';
import type { Comparison } from './compare_system.js';
import { type ComparedColumn, columnsOf, comparisonRows, tableHeader } from './comparison_text.js';

/** A comparison as a report, with a figure for each column in which the variants differ. */
export function comparisonReport(comparison: Comparison): Report {
  const { variants, seeds } = comparison;
  const [first, ...others] = variants;
  const count = variants.reduce((sum, { runs }) => sum + runs.length, 0);
  const figures = columnsOf(comparison).flatMap((column, i) => figureOf(comparison, column, i));
  return {
    name: 'comparison',
    headline: `${counted(variants.length, 'variant')} with ${counted(seeds.length, 'seed')} each: ${counted(count, 'run')}`,
    remarks:
      figures.length === 0 && others.length > 0 ? ['All figures of all runs are the same.'] : [],
    figures,
    tables: [figuresTable(comparison), differences(first!.name, seeds[0]!, others)],
  };
}

function figuresTable(comparison: Comparison): ReportTable {
  return {
    title: 'Figures',
    note: comparison.seeds.length === 1 ? '' : 'mean [least … greatest] of all seeds',
    columns: tableHeader(comparison).map((heading, i) => ({
      heading,
      align: i < 3 ? 'left' : 'right',
    })),
    rows: comparisonRows(comparison),
  };
}

function differences(
  first: string,
  seed: string,
  others: readonly { readonly name: string; readonly difference: string | undefined }[],
): ReportTable {
  return {
    title: `What differed first from ${first}, with seed ${seed}`,
    note: '',
    columns: ['variant', 'difference'].map((heading) => ({ heading, align: 'left' })),
    rows: others.map(({ name, difference }) => [name, difference ?? '']),
    prose: true,
  };
}

/** A row for each variant, from the least to the greatest value, with a point for each seed. */
function figureOf(
  { variants }: Comparison,
  { title, of }: ComparedColumn,
  index: number,
): RowsFigure[] {
  const values = variants.map(({ runs }) => runs.map(of));
  const known = values.flat().filter((value) => value !== undefined && Number.isFinite(value));
  if (new Set(known).size < 2) return [];
  const marks = variants.flatMap(({ name, runs }, row): RowMark[] => {
    const points = runs.flatMap((run, i): RowMark[] => {
      const value = values[row]![i];
      if (value === undefined || !Number.isFinite(value)) return [];
      const tip = `${name}, seed ${run.seed}: ${value}`;
      return [{ row, shape: 'point', of: name, from: value, to: value, tip }];
    });
    const from = Math.min(...points.map((point) => point.from));
    const to = Math.max(...points.map((point) => point.to));
    if (!(from < to)) return points;
    const tip = `${name}: from ${from} to ${to}`;
    return [{ row, shape: 'line', of: name, from, to, tip }, ...points];
  });
  const { from, to } = spanOf(known as number[]);
  const margin = (to - from) / 12;
  return [
    {
      ...{ kind: 'rows', name: `figure_${index + 1}`, title, marks },
      x: { label: title, unit: '', from: from - margin, to: to + margin },
      rows: variants.map(({ name }) => name),
    },
  ];
}
