import { nearestNames, OrreryError } from '../errors/index.js';
import { fulfils, parseComparisons } from '../system/index.js';
import type { Campaign } from './campaign.js';
import type { CampaignRow } from './open_campaign.js';
import { TableColumns } from './table_columns.js';

const EXAMPLE = 'status == "failed" and gain > 0.5';

/** A row as tables and queries see it: every column a plain value. */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>;

/** What tables need of a campaign. */
export interface TabledCampaign {
  readonly campaign: Pick<Campaign, 'axes' | 'metrics'>;
  rows(): Iterable<CampaignRow>;
}

/** One row: what varied, then the result. */
export function tableRow(row: CampaignRow, { axes, metrics }: TableColumns): TableRow {
  const { result } = row;
  const seen: Record<string, string | number | boolean | null> = { row: row.row };
  for (const [name, column] of axes) seen[column] = row.values[name] ?? null;
  seen.seed = row.seed;
  seen.status = result?.status ?? row.state;
  seen.failure = result?.failure?.kind ?? null;
  seen.text = result?.failure?.text ?? null;
  seen.end = result?.end ?? null;
  seen.exit_code = result?.exitCode ?? null;
  seen.digest = result?.digest ?? null;
  seen.reproducible = result?.reproducible ?? null;
  seen.callbacks = result?.callbacks ?? null;
  seen.messages = result?.messages ?? null;
  seen.virtual_seconds = result?.virtualSeconds ?? null;
  seen.wall_seconds = result?.wallSeconds ?? null;
  for (const [name, column] of metrics) seen[column] = result?.metrics[name] ?? null;
  seen.directory = row.directory ?? null;
  seen.key = result?.key ?? null;
  return seen;
}

/**
 * The rows that fulfil a condition in the language of `--until-topic` without its topic, such as {@link EXAMPLE}.
 *
 * @throws OrreryError `ORR_TOPIC_CONDITION`, `ORR_CAMPAIGN_COLUMN`
 */
export function* queryRows(open: TabledCampaign, condition: string): Generator<TableRow> {
  const comparisons = condition === '' ? [] : parseComparisons(condition, EXAMPLE);
  const columns = new TableColumns(open.campaign);
  const { names } = columns;
  for (const { path } of comparisons) {
    const [column = ''] = path;
    if (!names.includes(column)) throw unknownColumn(column, names);
  }
  for (const row of open.rows()) {
    const seen = tableRow(row, columns);
    if (fulfils({ comparisons }, seen)) yield seen;
  }
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
