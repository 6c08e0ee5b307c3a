/**
 * Room `verify`: decides whether two runs are the same run, and if not, what differed first and
 * why. Repeats runs under disturbance and writes certificates.
 *
 * May import: `errors`, `kernel`, `interfaces`, `guard`, `trace`, `bag`, `system`,
 * `record`, `run`, `report`.
 */
export {
  type Certificate,
  certificateOf,
  disagreements,
  readCertificate,
  versionLines,
} from './certificate.js';
export { diffRuns, type RunDiff, type RunSummary } from './diff_runs.js';
export { diffText } from './diff_text.js';
export type { CallbackDifference, Difference } from './first_difference.js';
export { installedNodes } from './installed_nodes.js';
export type { FieldChange, MessageDifference } from './message_difference.js';
export { RecordedRun } from './recorded_run.js';
export { seconds } from './seconds.js';
export {
  type DisturbedRuns,
  disturbedRuns,
  verificationReport,
  verificationVerdict,
} from './verification_report.js';
export {
  type Verification,
  type VerifiedRun,
  type VerifyOptions,
  verifySystem,
} from './verify_system.js';
