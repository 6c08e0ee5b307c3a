import { appendFileSync, writeFileSync } from 'node:fs';
import type { OpenCampaign } from './open_campaign.js';
import { type TableRow, tableRow } from './result_table.js';

/** Lines that are written at a time. */
const LINES = 5000;

/** Formats of tables. */
export const TABLE_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Writes all rows of a campaign as a table. */
export async function exportCampaign(
  open: OpenCampaign,
  file: string,
  format: TableFormat,
): Promise<void> {
  if (format === 'parquet') return writeParquet(open, file);
  const line = format === 'csv' ? csvLine : jsonLine;
  writeFileSync(file, '');
  let lines: string[] = [];
  let isFirst = true;
  for (const row of open.rows()) {
    const seen = tableRow(row);
    if (isFirst && format === 'csv') lines.push(`${Object.keys(seen).map(csvCell).join(',')}\n`);
    isFirst = false;
    lines.push(line(seen));
    if (lines.length < LINES) continue;
    appendFileSync(file, lines.join(''));
    lines = [];
  }
  appendFileSync(file, lines.join(''));
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

/** Columns of numbers are doubles or booleans, all others text. */
async function writeParquet(open: OpenCampaign, file: string): Promise<void> {
  const { parquetWriteFile } = await import('hyparquet-writer');
  const columns = new Map<string, unknown[]>();
  let count = 0;
  for (const row of open.rows()) {
    for (const [name, value] of Object.entries(tableRow(row))) {
      let column = columns.get(name);
      if (column === undefined) {
        column = Array.from({ length: count }, () => null);
        columns.set(name, column);
      }
      column[count] = value;
    }
    count++;
    for (const column of columns.values()) if (column.length < count) column.push(null);
  }
  parquetWriteFile({
    filename: file,
    columnData: [...columns].map(([name, data]) => columnOf(name, data)),
  });
}

function columnOf(name: string, data: unknown[]) {
  const present = data.filter((value) => value !== null);
  const is = (type: string) => present.length > 0 && present.every((each) => typeof each === type);
  if (is('number')) return { name, data, type: 'DOUBLE' as const };
  if (is('boolean')) return { name, data, type: 'BOOLEAN' as const };
  const texts = data.map((value) => (value === null ? null : String(value)));
  return { name, data: texts, type: 'STRING' as const };
}
