import { nearestNames, OrreryError } from '../errors/index.js';
import { fulfils, parseTopicCondition } from '../system/index.js';
import type { CampaignRow, OpenCampaign } from './open_campaign.js';

/** A row as tables and queries see it: every column a plain value. */
export type TableRow = Readonly<Record<string, string | number | boolean | null>>;

const names = new Map<string, string>();

/** The name of a column: `rate(/scan)` is `rate_scan`. */
export function columnName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = text.replace(/\W+/g, '_').replace(/^_|_$/g, '');
    names.set(text, name);
  }
  return name;
}

/** One row: what varied, then the result. */
export function tableRow(row: CampaignRow): TableRow {
  const { result } = row;
  const seen: Record<string, string | number | boolean | null> = { row: row.row };
  for (const name of Object.keys(row.values)) seen[columnName(name)] = row.values[name]!;
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
  const metrics = result?.metrics ?? {};
  for (const name of Object.keys(metrics)) seen[columnName(name)] = metrics[name]!;
  seen.directory = row.directory ?? null;
  seen.key = result?.key ?? null;
  return seen;
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
