/**
 * `orrery-sim/campaigns`: makes many runs of a system and summarises them.
 *
 * @example
 * ```ts run
 * import { systemConfig } from 'orrery-sim';
 * import { openCampaign, parseCampaign, runCampaign, summarizeCampaign } from
 * 'orrery-sim/campaigns';
 *
 * const campaign = parseCampaign('system: [talker.cjs]\nseeds: 2\nmetrics: [count(/chatter)]',
 * 'talk.yaml'); await runCampaign({
 *   campaign,
 *   configOf: ([file = '', ...words]) => systemConfig(file, { until: '3s', seed: words.at(-1)! }),
 *   store: 'sweeps',
 *   parallel: 1,
 * });
 * const { points } = summarizeCampaign(openCampaign('sweeps', 'talk'));
 * console.log(points[0]!.metrics['count(/chatter)']!.mean.estimate);
 * ```
 *
 * ```text
 * 3
 * ```
 *
 * @packageDocumentation
 */
export { comparePoints, summarizeCampaign } from './campaign_summary.js';
export { campaignText } from './campaign_text.js';
export { exportCampaign } from './export_campaign.js';
export { findSince } from './find_since.js';
export type * from './index.js';
export { openCampaign } from './open_campaign.js';
export { racePoints } from './race_points.js';
export { parseCampaign, readCampaign } from './read_campaign.js';
export { queryRows } from './result_table.js';
export { atRevisions } from './revision_axis.js';
export { runCampaign } from './run_campaign.js';
export { Trials } from './trials.js';
