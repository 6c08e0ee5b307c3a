import { counted } from '../errors/index.js';
import {
  type CampaignSummary,
  type FailureCluster,
  type LostRuns,
  ofOneCause,
} from './campaign_summary.js';
import type { EstimateInterval } from './interval.js';
import type { MetricSummary, PointSummary } from './point_summary.js';
import { unmeasuredLine } from './unmeasured_tally.js';

/** The most points of a printed table; more can be exported. */
export const MOST_POINTS = 200;

/** The summary of a campaign as text. */
export function campaignText(summary: CampaignSummary): string {
  const { points, failures } = summary;
  return [
    campaignHeadline(summary),
    '',
    ...aligned(pointRows(points.slice(0, MOST_POINTS))),
    ...(points.length > MOST_POINTS ? [`… ${points.length - MOST_POINTS} more points`] : []),
    ...failures.flatMap((cluster) => clusterLines(cluster, failures)),
    ...summary.lost.flatMap(lostLines),
    ...proofLines(summary),
    '',
  ].join('\n');
}

/** How much of a campaign is done, in one line. */
export function campaignHeadline({ name, size, counts, rows, changed }: CampaignSummary): string {
  const others = [
    counts.lost > 0 ? `${counts.lost} without a result` : '',
    counts.open > 0 ? `${counts.open} begun but not finished` : '',
    counts.waiting > 0 ? `${counts.waiting} not begun` : '',
    counts.changed > 0 ? `${counts.changed} made before ${changed} changed` : '',
    rows < counts.done ? `${counts.done - rows} more than the stopping rule needs` : '',
  ].filter((text) => text !== '');
  return `${name}: ${rows} of ${counted(size, 'run')}${others.length > 0 ? `; ${others.join(', ')}` : ''}`;
}

function clusterLines(cluster: FailureCluster, all: readonly FailureCluster[]): string[] {
  const { kind, where, count, row, text, passing, command } = cluster;
  return [
    '',
    `${count} × ${kind}`,
    ...(where === undefined ? [] : [`  ${where} (row ${passing} passes)`]),
    ...ofOneCause(cluster, all).map((other) => `  ${samePlace(other)}`),
    `  smallest in row ${row}: ${text}`,
    `  ${command}`,
    ...shrunkLines(cluster).map((line) => `  ${line}`),
  ];
}

/** What else breaks at the place of a group, and so probably has its cause. */
export function samePlace({ count, kind }: FailureCluster): string {
  return `at the same place: ${count} × ${kind}`;
}

/** What an example needs to fail, as lines of text. */
export function shrunkLines({ shrunk }: FailureCluster): string[] {
  if (shrunk === undefined) return [];
  const [first = '', ...more] = shrunk.statement;
  return [`shrunk: ${first}`, ...more, shrunk.command];
}

function lostLines({ code, text, row, count, revision }: LostRuns): string[] {
  const at = revision === undefined ? '' : ` at ${revision}`;
  return ['', `${count} without a result${at}: ${code}`, `  first in row ${row}: ${text}`];
}

/** What repetitions and checks reveal about the results. */
export function proofLines({
  nondeterministic,
  rechecked,
  irreproducible,
  unevaluated,
  unmeasured,
  idleAxes,
}: CampaignSummary): string[] {
  const idle = unevaluated.map(
    (check) => `NOT EVALUATED: "${check}" had nothing to judge in any run.`,
  );
  const equal = idleAxes.map((axis) => `NO EFFECT: runs are the same with every value of ${axis}.`);
  return [
    ...(idle.length > 0 ? ['', ...idle] : []),
    ...(unmeasured.length > 0 ? ['', ...unmeasured.map(unmeasuredLine)] : []),
    ...(equal.length > 0 ? ['', ...equal] : []),
    ...(rechecked > 0 ? ['', `Repeated in fresh processes: ${counted(rechecked, 'run')}.`] : []),
    ...nondeterministic.map(
      (key) => `Nondeterminism found: two executions of the run ${key.slice(0, 16)} differ.`,
    ),
    ...(irreproducible > 0
      ? [`Not reproducible by declaration: ${counted(irreproducible, 'run')}.`]
      : []),
  ];
}

/** A row of headings, and one for each point. */
export function pointRows(points: readonly PointSummary[]): string[][] {
  const axes = Object.keys(points[0]?.values ?? {});
  const metrics = Object.keys(points[0]?.metrics ?? {});
  const header = [...axes, 'runs', 'failures', 'interval', 'digests', ...metrics];
  const rows = points.map(({ values, runs, failures, digests, metrics: figures }) => [
    ...axes.map((axis) => String(values[axis])),
    String(runs),
    String(failures.count),
    runs === 0 ? '' : `${percent(failures.low)} … ${percent(failures.high)}`,
    String(digests),
    ...metrics.map((name) => metricCell(figures[name], runs)),
  ]);
  return [header, ...rows];
}

/** The number of values stands beside their mean where some of the runs have none. */
function metricCell(metric: MetricSummary | undefined, runs: number): string {
  if (metric === undefined) return '–';
  const { count, mean } = metric;
  const { estimate, low, high } = mean;
  const some = count < runs ? ` (${counted(count, 'run')})` : '';
  if (count === 1) return `${figure(estimate)}${some}`;
  return `${figure(estimate)} ± ${figure((high - low) / 2)}${some}`;
}

/** A row of headings, and one for each metric of each point. */
export function quantileRows(points: readonly PointSummary[]): string[][] {
  const axes = Object.keys(points[0]?.values ?? {});
  const header = [...axes, 'metric', 'values', 'least', 'median', '95 %', 'most'];
  const rows = points.flatMap(({ values, metrics }) =>
    Object.entries(metrics).flatMap(([name, metric]): string[][] => {
      if (metric === undefined) return [];
      const { count, least, median, p95, most } = metric;
      const cells = [figure(least), intervalText(median), intervalText(p95), figure(most)];
      return [[...axes.map((axis) => String(values[axis])), name, String(count), ...cells]];
    }),
  );
  return [header, ...rows];
}

/** An estimate and the ends of its interval that are known. */
export function intervalText({ estimate, low, high }: EstimateInterval): string {
  const [hasLow, hasHigh] = [low, high].map(Number.isFinite);
  if (hasLow && hasHigh) return `${figure(estimate)} (${figure(low)} … ${figure(high)})`;
  if (hasLow) return `${figure(estimate)} (≥ ${figure(low)})`;
  return `${figure(estimate)} (${hasHigh ? `≤ ${figure(high)}` : 'too few'})`;
}

/** A figure with four digits, more than an interval of a thousand runs determines. */
export function figure(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(4))) : '–';
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** Aligns columns, with numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (/^[\d–]/.test(cell) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}
