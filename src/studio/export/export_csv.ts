import { RunTrace } from '../../analysis/index.js';
import { type CallbackRow, callbackRow } from './callback_row.js';
import { ExportFile } from './export_file.js';

const COLUMNS = [
  ...['number', 'node', 'kind', 'name', 'executor', 'thread', 'start_ns', 'duration_ns'],
  ...['waited_ns', 'cause', 'overwritten', 'outputs'],
] as readonly (keyof CallbackRow)[];

/**
 * Writes the callbacks of a run as CSV, in the order in which they ended.
 *
 * @param run - the directory that a run left behind
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`,
 *   `ORR_OUTPUT_UNWRITABLE`
 */
export async function exportCsv(run: string, file: string): Promise<void> {
  const trace = await RunTrace.open(run);
  try {
    const output = new ExportFile(file);
    output.fill(() => {
      output.text(`${COLUMNS.join(',')}\n`);
      trace.walk({
        callback: (callback) => {
          const row = callbackRow(callback);
          output.text(`${COLUMNS.map((column) => cell(row[column])).join(',')}\n`);
        },
      });
    });
  } finally {
    trace.close();
  }
}

function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
