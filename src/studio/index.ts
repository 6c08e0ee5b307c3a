/**
 * Room `studio`: runs to look at. Exports for the viewers and tools of others; Orrery's own viewer;
 * questions about the order of messages.
 *
 * May import: `errors`, `kernel`, `interfaces`, `trace`, `bag`, `system`, `record`, `doctor`, `analysis`,
 * `verify`.
 */
export type { QueryAnswer } from './ask/answer_query.js';
export { askRuns, type RunAnswer } from './ask/ask_runs.js';
export { exportCsv } from './export/export_csv.js';
export { exportJson } from './export/export_json.js';
export { exportPerfetto } from './export/export_perfetto.js';
export { type StudioServer, serveStudio } from './serve_studio.js';
export { writeStudioPage } from './studio_page.js';
