import { RunTrace } from '../../analysis/index.js';
import { callbackRow } from './callback_row.js';
import { ExportFile } from './export_file.js';

/**
 * Writes the content of a trace as one JSON document: `system` describes the run's entities, and `callbacks` lists
 * the callbacks in the order in which they ended.
 *
 * @param run - the directory that a run left behind
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`,
 *   `ORR_OUTPUT_UNWRITABLE`
 */
export async function exportJson(run: string, file: string): Promise<void> {
  const trace = await RunTrace.open(run);
  try {
    const output = new ExportFile(file);
    output.fill(() => {
      output.text(`{"system":${JSON.stringify(trace.system)},\n"callbacks":[`);
      let separator = '\n';
      trace.walk({
        callback: (callback) => {
          output.text(separator + JSON.stringify(callbackRow(callback)));
          separator = ',\n';
        },
      });
      output.text('\n]}\n');
    });
  } finally {
    trace.close();
  }
}
