import { appendFileSync, writeFileSync } from 'node:fs';
import { type TabledCampaign, type TableRow, tableRow } from './result_table.js';
import { TableColumns } from './table_columns.js';
import { writeParquet } from './write_parquet.js';

/** Lines that are written at a time. */
const LINES = 5000;

/** Formats of tables. */
export const TABLE_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Writes all rows of a campaign as a table. */
export async function exportCampaign(
  open: TabledCampaign,
  file: string,
  format: TableFormat,
): Promise<void> {
  const columns = new TableColumns(open.campaign);
  const rows = () => tableRows(open, columns);
  if (format === 'parquet') return writeParquet(rows, file, columns.types);
  const line = format === 'csv' ? csvLine : jsonLine;
  writeFileSync(file, format === 'csv' ? `${columns.names.map(csvCell).join(',')}\n` : '');
  let lines: string[] = [];
  for (const seen of rows()) {
    lines.push(line(seen));
    if (lines.length < LINES) continue;
    appendFileSync(file, lines.join(''));
    lines = [];
  }
  appendFileSync(file, lines.join(''));
}

function* tableRows(open: TabledCampaign, columns: TableColumns): Generator<TableRow> {
  for (const row of open.rows()) yield tableRow(row, columns);
}

function jsonLine(row: TableRow): string {
  return `${JSON.stringify(row)}\n`;
}

function csvLine(row: TableRow): string {
  return `${Object.values(row).map(csvCell).join(',')}\n`;
}

function csvCell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
