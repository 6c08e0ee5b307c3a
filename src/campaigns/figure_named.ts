import { OrreryError } from '../errors/index.js';
import type { Campaign } from './campaign.js';
import type { RunResult } from './run_result.js';
import { TableColumns } from './table_columns.js';

/**
 * A figure of results: a metric of the campaign by its name or that of its column, or `failures`.
 *
 * @throws OrreryError `ORR_COMPARE_METRIC`
 */
export function figureNamed(
  campaign: Pick<Campaign, 'axes' | 'metrics'>,
  name: string,
): (result: RunResult) => number | null {
  if (name === 'failures') return ({ status }) => (status === 'failed' ? 1 : 0);
  const { metrics } = campaign;
  const columns = new TableColumns(campaign).metrics;
  const metric = metrics.find((each) => each === name || columns.get(each) === name);
  if (metric !== undefined) return (result) => result.metrics[metric] ?? null;
  throw new OrreryError(
    'ORR_COMPARE_METRIC',
    `The campaign has no metric "${name}"; it has ${['failures', ...metrics].join(', ')}.`,
  );
}
