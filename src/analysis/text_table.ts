import type { ReportColumn } from '../report/index.js';

/** The largest width of a table; names that do not fit lose their middle. */
const WIDTH = 100;

/**
 * Rows of text under their headings, in columns as wide as needed. The first column shrinks first.
 */
export function textTable(
  columns: readonly ReportColumn[],
  rows: readonly (readonly string[])[],
): string {
  const widths = columns.map(({ heading }, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]!.length)),
  );
  const rest = widths.slice(1).reduce((sum, width) => sum + width + 2, 0);
  widths[0] = Math.min(widths[0]!, Math.max(12, WIDTH - rest));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => {
        const text = shortened(cell, widths[i]!);
        return columns[i]!.align === 'left' ? text.padEnd(widths[i]!) : text.padStart(widths[i]!);
      })
      .join('  ')
      .trimEnd();
  return `${[columns.map(({ heading }) => heading), ...rows].map(line).join('\n')}\n`;
}

function shortened(text: string, width: number): string {
  if (text.length <= width) return text;
  const left = Math.floor((width - 1) / 3);
  return `${text.slice(0, left)}…${text.slice(text.length - (width - 1 - left))}`;
}

/** ns as ms, to the microsecond. */
export function milliseconds(ns: number): string {
  return (ns / 1e6).toFixed(3);
}

/** A fraction as percent. */
export function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

export function thousands(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
