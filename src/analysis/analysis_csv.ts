import type { RunAnalysis } from './analyze_run.js';
import type { Summary } from './sample_set.js';

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell>>;

const FIGURES = ['count', 'min', 'mean', 'p50', 'p90', 'p99', 'max'] as const;

/** An analysis as CSV files (RFC 4180), by name; all times in ns. */
export function analysisCsv(analysis: RunAnalysis): Readonly<Record<string, string>> {
  const { callbacks, executors, inversions, chains, bounds, chainBounds, sensitivity } = analysis;
  return {
    'callbacks.csv': csv(
      callbacks.map(({ response, queueing, execution, transit, worst, ...rest }) => ({
        ...rest,
        ...figures('response', response),
        ...figures('queueing', queueing),
        ...figures('execution', execution),
        ...figures('transit', transit),
        worst_start: worst?.start ?? null,
        worst_end: worst?.end ?? null,
      })),
    ),
    'executors.csv': csv(
      executors.flatMap(({ utilisation, ...rest }) =>
        utilisation.map((part, thread) => ({ ...rest, thread, utilisation: part })),
      ),
    ),
    'inversions.csv': csv(inversions.map((inversion) => ({ ...inversion }))),
    'chains.csv': csv(
      chains.map(({ name, latency, age, reaction, replacedAge }) => ({
        chain: name,
        ...figures('latency', latency),
        ...figures('age', age),
        ...figures('reaction', reaction),
        ...figures('replaced_age', replacedAge),
      })),
    ),
    'steps.csv': csv(
      chains.flatMap(({ name, hops }) =>
        hops.map(({ transit, queueing, processing, ...rest }) => ({
          chain: name,
          ...rest,
          ...figures('transit', transit),
          ...figures('queueing', queueing),
          ...figures('processing', processing),
        })),
      ),
    ),
    'bounds.csv': csv(
      bounds.flatMap(({ executor, callbacks: all }) => all.map((each) => ({ executor, ...each }))),
    ),
    'chain_bounds.csv': csv(chainBounds.map((each) => ({ ...each }))),
    'sensitivity.csv': csv(sensitivity.map((each) => ({ ...each }))),
    'assumptions.csv': csv(
      bounds.flatMap(({ executor, assumptions }) =>
        assumptions.map((each) => ({ executor, ...each })),
      ),
    ),
  };
}

function figures(what: string, summary: Summary): Row {
  return Object.fromEntries(FIGURES.map((figure) => [`${what}_${figure}`, summary[figure]]));
}

/** Rows of one shape; a table without rows is an empty file. */
function csv(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const columns = Object.keys(first);
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? null)).join(','));
  return `${[columns.map(snakeCase).join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: Cell): string {
  if (value === null) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
