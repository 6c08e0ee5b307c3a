import { basename } from 'node:path';
import { RunTrace } from '../../analysis/index.js';
import { ExportFile } from './export_file.js';
import { PerfettoExport } from './perfetto_export.js';
import { ZipWriter } from './zip_writer.js';

/**
 * Writes the trace of a run in Perfetto's format; several traces become a ZIP archive, which Perfetto shows on one
 * timeline.
 *
 * @param runs - the directories that runs left behind
 * @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ANALYSIS_TRACE_OLD`, `ORR_BAG_…`,
 *   `ORR_OUTPUT_UNWRITABLE`, `ORR_EXPORT_TOO_LARGE`
 */
export async function exportPerfetto(runs: readonly string[], file: string): Promise<void> {
  const traces: RunTrace[] = [];
  try {
    for (const run of runs) traces.push(await RunTrace.open(run));
    const output = new ExportFile(file);
    output.fill(() => {
      if (traces.length === 1) new PerfettoExport(traces[0]!, (bytes) => output.write(bytes)).run();
      else zip(traces, new ZipWriter(output));
    });
  } finally {
    for (const trace of traces) trace.close();
  }
}

function zip(traces: readonly RunTrace[], archive: ZipWriter): void {
  for (const [i, trace] of traces.entries()) {
    archive.add(`${i + 1}-${basename(trace.path)}.pftrace`, (write) => {
      new PerfettoExport(trace, write, i).run();
    });
  }
  archive.end();
}
