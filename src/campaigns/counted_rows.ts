import type { CampaignRow, OpenCampaign } from './open_campaign.js';
import type { RunResult } from './run_result.js';
import { StoppingDecision } from './stopping_decision.js';

/**
 * All begun rows in order, each with its result if it counts: with a stopping rule, those up to the row at
 * which it applied. How far workers went beyond that row is a matter of time.
 */
export function* countedRows(open: OpenCampaign): Generator<[CampaignRow, RunResult | undefined]> {
  const { stop } = open.campaign;
  const stopping = stop && new StoppingDecision(stop, open.plan.points.length);
  for (const row of open.begunRows()) {
    const { result } = row;
    const counts = result !== undefined && !stopping?.isEnough;
    if (counts) stopping?.add(row.row, result.status === 'failed');
    yield [row, counts ? result : undefined];
  }
}
