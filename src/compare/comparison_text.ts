import { grouped } from '../errors/index.js';
import type { Comparison, VariantResult } from './compare_system.js';
import type { RunFigures } from './run_figures.js';

/** A column of the table: one figure of every run. */
export interface ComparedColumn {
  readonly title: string;
  of(run: RunFigures): number | undefined;
}

const FIXED: readonly ComparedColumn[] = [
  { title: 'callbacks', of: (run) => run.callbacks },
  { title: 'messages', of: (run) => run.messages },
  { title: 'mean response ms', of: (run) => run.response.mean },
  { title: 'max response ms', of: (run) => run.response.max },
  { title: 'overwritten', of: (run) => run.overwritten },
  { title: 'lost', of: (run) => run.lost },
];

export function columnsOf({ metrics }: Comparison): ComparedColumn[] {
  return [...FIXED, ...metrics.map((title) => ({ title, of: metricOf(title) }))];
}

function metricOf(name: string): ComparedColumn['of'] {
  return (run) => run.metrics[name];
}

/** The table, and what differed first, as text for people. */
export function comparisonText(comparison: Comparison): string {
  const { variants, seeds } = comparison;
  const lines = aligned([tableHeader(comparison), ...comparisonRows(comparison)]);
  const [first, ...others] = variants;
  if (others.length > 0) {
    lines.push('', `What differed first from ${first!.name}, with seed ${seeds[0]}:`);
    lines.push(...others.map(({ name, difference }) => `  ${name}: ${difference}`));
  }
  return `${lines.join('\n')}\n`;
}

export function tableHeader(comparison: Comparison): string[] {
  return ['variant', 'end', 'digest', ...columnsOf(comparison).map(({ title }) => title)];
}

/** A row for each variant. */
export function comparisonRows(comparison: Comparison): string[][] {
  const columns = columnsOf(comparison);
  return comparison.variants.map((variant) => [
    variant.name,
    endsOf(variant),
    digestsOf(variant),
    ...columns.map((column) => range(variant.runs.map((run) => column.of(run)))),
  ]);
}

/** One line per run: all figures of all seeds. */
export function comparisonCsv(comparison: Comparison): string {
  const columns = columnsOf(comparison);
  const header = ['variant', 'seed', 'end', 'error', 'digest', ...columns.map((c) => c.title)];
  const rows = comparison.variants.flatMap(({ name, runs }) =>
    runs.map((run) => [
      ...[name, run.seed, run.end, run.error ?? '', run.digest],
      ...columns.map((column) => String(column.of(run) ?? '')),
    ]),
  );
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

export function comparisonJson(comparison: Comparison): string {
  return `${JSON.stringify({ format: 'orrery-comparison/1', ...comparison }, null, 2)}\n`;
}

function endsOf({ runs }: VariantResult): string {
  return [...new Set(runs.map(({ end, error }) => error ?? end))].join(', ');
}

/** The digest if all seeds gave equal runs, otherwise how many different runs there were. */
function digestsOf({ runs }: VariantResult): string {
  const different = new Set(runs.map(({ digest }) => digest));
  return different.size === 1 ? runs[0]!.digest : `${different.size} of ${runs.length} differ`;
}

/** One figure over all seeds: `mean [least … greatest]`, or the value that all of them have. */
function range(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return '–';
  const [least, greatest] = [Math.min(...known), Math.max(...known)];
  if (least === greatest) return figure(least);
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return `${figure(mean)} [${figure(least)} … ${figure(greatest)}]`;
}

function figure(value: number): string {
  if (Number.isInteger(value)) return grouped(value);
  return Math.abs(value) < 1000 ? String(Number(value.toPrecision(4))) : value.toFixed(1);
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i < 3 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
