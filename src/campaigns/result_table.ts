import { nearestNames, OrreryError } from '../errors/index.js';
import { fulfils, parseTopicCondition } from '../system/index.js';
import type { CampaignRow, OpenCampaign } from './open_campaign.js';

/** A row as tables and queries see it: every column a plain value. */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>;

/** The name of a column: `rate(/scan)` is `rate_scan`. */
export function columnName(text: string): string {
  return text.replace(/\W+/g, '_').replace(/^_|_$/g, '');
}

/** One row: what varied, then the result. */
export function tableRow(row: CampaignRow): TableRow {
  const { result } = row;
  const values = Object.entries(row.values).map(([name, value]) => [columnName(name), value]);
  const metrics = Object.entries(result?.metrics ?? {});
  return {
    row: row.row,
    ...Object.fromEntries(values),
    seed: row.seed,
    status: result?.status ?? row.state,
    failure: result?.failure?.kind ?? null,
    text: result?.failure?.text ?? null,
    end: result?.end ?? null,
    exit_code: result?.exitCode ?? null,
    digest: result?.digest ?? null,
    reproducible: result?.reproducible ?? null,
    callbacks: result?.callbacks ?? null,
    messages: result?.messages ?? null,
    virtual_seconds: result?.virtualSeconds ?? null,
    wall_seconds: result?.wallSeconds ?? null,
    ...Object.fromEntries(metrics.map(([name, value]) => [columnName(name), value])),
    directory: row.directory ?? null,
    key: result?.key ?? null,
  };
}

/**
 * The rows that fulfil a condition in the language of `--until-topic`, e.g.
 * `status == "failed" and gain > 0.5`.
 *
 * @throws OrreryError `ORR_TOPIC_CONDITION`, `ORR_CAMPAIGN_COLUMN`
 */
export function* queryRows(open: OpenCampaign, condition: string): Generator<TableRow> {
  const parsed = condition === '' ? undefined : parseTopicCondition(`/row: ${condition}`);
  const columns = columnsOf(open);
  for (const { path } of parsed?.comparisons ?? []) {
    const [column = ''] = path;
    if (!columns.includes(column)) throw unknownColumn(column, columns);
  }
  for (const row of open.rows()) {
    const seen = tableRow(row);
    if (parsed === undefined || fulfils(parsed, seen)) yield seen;
  }
}

/** Every column of the tables of a campaign. */
function columnsOf({ plan, campaign }: OpenCampaign): string[] {
  const { point, ...run } = plan.run(0);
  const empty = tableRow({ ...run, values: point.values, state: 'waiting' });
  return [...new Set([...Object.keys(empty), ...campaign.metrics.map(columnName)])];
}

function unknownColumn(column: string, columns: readonly string[]): OrreryError {
  const near = nearestNames(column, columns);
  const advice =
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : `they have ${columns.join(', ')}.`;
  return new OrreryError(
    'ORR_CAMPAIGN_COLUMN',
    `The results have no column "${column}"; ${advice}`,
  );
}
