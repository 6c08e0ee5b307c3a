import type { Report, ReportTable } from '../report/index.js';
import { campaignFigures } from './campaign_figures.js';
import { type CampaignSummary, type FailureCluster, ofOneCause } from './campaign_summary.js';
import {
  campaignHeadline,
  MOST_POINTS,
  pointRows,
  proofLines,
  quantileRows,
  samePlace,
  shrunkLines,
} from './campaign_text.js';

/** The results of a campaign so far as a page shows them. */
export function campaignReport(summary: CampaignSummary): Report {
  const { points, failures, nondeterministic } = summary;
  const omitted = points.length - MOST_POINTS;
  return {
    name: 'campaign',
    headline: campaignHeadline(summary),
    isBad: failures.length + summary.lost.length > 0 || nondeterministic.length > 0,
    remarks: [
      ...proofLines(summary).filter((line) => line !== ''),
      ...(omitted > 0 ? [`${omitted} more points are not in the table; export them.`] : []),
    ],
    figures: campaignFigures(points),
    tables: [
      pointTable(summary),
      quantileTable(summary),
      failureTable(failures),
      lostTable(summary),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function pointTable({ points }: CampaignSummary): ReportTable {
  const [header = [], ...rows] = pointRows(points.slice(0, MOST_POINTS));
  const axes = Object.keys(points[0]?.values ?? {}).length;
  return {
    title: 'Points',
    note: 'interval: of the share of failures; metrics: mean ± half of its interval',
    columns: header.map((heading, i) => ({ heading, align: i < axes ? 'left' : 'right' })),
    rows,
  };
}

function quantileTable({ points }: CampaignSummary): ReportTable {
  const [header = [], ...rows] = quantileRows(points.slice(0, MOST_POINTS));
  const texts = Object.keys(points[0]?.values ?? {}).length + 1;
  return {
    title: 'Quantiles',
    note: 'with their intervals; without an end that so few values cannot say',
    columns: header.map((heading, i) => ({ heading, align: i < texts ? 'left' : 'right' })),
    rows,
  };
}

function failureTable(failures: readonly FailureCluster[]): ReportTable {
  const headings = [
    ...['count', 'failure', 'where it leaves the runs that pass', 'smallest', 'repeat', 'shrunk'],
  ];
  return {
    title: 'Failures',
    note: 'repeat: the command that makes the smallest of these runs again; shrunk: what of it is needed to fail',
    columns: headings.map((heading, i) => ({ heading, align: i === 0 ? 'right' : 'left' })),
    rows: failures.map((cluster) => {
      const { count, kind, where, row, text, command } = cluster;
      const others = ofOneCause(cluster, failures).map(samePlace);
      const place = [where ?? 'not examined', ...others].join('\n');
      const shrunk = shrunkLines(cluster).join('\n') || 'not shrunk';
      return [String(count), kind, place, `row ${row}: ${text}`, command, shrunk];
    }),
    prose: true,
  };
}

function lostTable({ lost }: CampaignSummary): ReportTable {
  return {
    title: 'Runs without a result',
    note: '',
    columns: ['count', 'error', 'first'].map((heading, i) => ({
      heading,
      align: i === 0 ? 'right' : 'left',
    })),
    rows: lost.map(({ code, text, row, count, revision }) => {
      const at = revision === undefined ? '' : ` at ${revision}`;
      return [String(count), code, `row ${row}${at}: ${text}`];
    }),
    prose: true,
  };
}
