import { OrreryError } from '../errors/index.js';
import type { Campaign } from './campaign.js';
import { columnName } from './result_table.js';
import type { RunResult } from './run_result.js';

/**
 * A figure of results: a metric of the campaign by its name or that of its column, or `failures`.
 *
 * @throws OrreryError `ORR_COMPARE_METRIC`
 */
export function figureNamed(
  { metrics }: Campaign,
  name: string,
): (result: RunResult) => number | null {
  if (name === 'failures') return ({ status }) => (status === 'failed' ? 1 : 0);
  const metric = metrics.find((each) => each === name || columnName(each) === name);
  if (metric !== undefined) return (result) => result.metrics[metric] ?? null;
  throw new OrreryError(
    'ORR_COMPARE_METRIC',
    `The campaign has no metric "${name}"; it has ${['failures', ...metrics].join(', ')}.`,
  );
}
