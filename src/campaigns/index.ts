/**
 * Room `campaigns`: many runs of one system: what varies in them, which of them have been made, and
 * their summary.
 *
 * May import: `errors`, `packages`, `math`, `kernel`, `models`, `schedule`, `system`, `record`, `run`,
 * `compare`, `explore`, `report`.
 */

export type { Axis, Level, Span } from './axis.js';
export type { Campaign, Design, StoppingRule } from './campaign.js';
export type { CampaignState } from './campaign_directory.js';
export type {
  CampaignOptions,
  CampaignProgress,
  CampaignWork,
  ShrinkLimits,
  ShrinkProgress,
} from './campaign_options.js';
export { CampaignPlan, type PlannedRun, type Point } from './campaign_plan.js';
export { campaignReport } from './campaign_report.js';
export {
  type CampaignSummary,
  comparePoints,
  type FailureCluster,
  type LostRuns,
  type ShrunkCluster,
  summarizeCampaign,
} from './campaign_summary.js';
export { aligned, campaignText, figure, intervalText, quantileRows } from './campaign_text.js';
export { exportCampaign, TABLE_FORMATS, type TableFormat } from './export_campaign.js';
export type { FailurePlace, FailurePlaces } from './failure_places.js';
export { figureNamed } from './figure_named.js';
export { findSince, type Since, type SinceOptions, type TriedRevision } from './find_since.js';
export type { EstimateInterval } from './interval.js';
export {
  type CampaignFolders,
  type CampaignRow,
  campaignsOf,
  DEFAULT_STORE,
  keptRuns,
  type OpenCampaign,
  openCampaign,
} from './open_campaign.js';
export { OutputFiles } from './output_files.js';
export type { PairedDifference } from './paired_difference.js';
export type { MetricSummary, PointSummary } from './point_summary.js';
export { type Race, type RaceOptions, type RaceRound, racePoints } from './race_points.js';
export { parseCampaign, readCampaign } from './read_campaign.js';
export { repeatCommand } from './repeat_command.js';
export { queryRows, type TabledCampaign, type TableRow } from './result_table.js';
export { atRevisions } from './revision_axis.js';
export { runCampaign } from './run_campaign.js';
export type { KeyedFile } from './run_keys.js';
export type { RunResult } from './run_result.js';
export { type Trial, type TrialOptions, type TrialResult, Trials } from './trials.js';
export type { Unmeasured } from './unmeasured_tally.js';
