/**
 * Room `studio`: shows runs. Exports for other viewers and tools, and Orrery's own viewer.
 *
 * May import: `errors`, `kernel`, `interfaces`, `schedule`, `trace`, `bag`, `ask`, `tf2`, `system`,
 * `record`, `report`, `doctor`, `analysis`, `verify`.
 */
export { exportCsv } from './export/export_csv.js';
export { exportJson } from './export/export_json.js';
export { exportPerfetto } from './export/export_perfetto.js';
export { meshesOf } from './mesh_files.js';
export type { DebugAnswer, OpenDebugger, RunDebugger } from './run_debugger.js';
export { type StudioServer, serveStudio } from './serve_studio.js';
export { writeStudioPage } from './studio_page.js';
