import type { Graph } from '../graph/index.js';
import { NANOSECONDS_PER_SECOND } from '../kernel/index.js';

/** Somebody awaits what nothing can settle any more: what follows the `await` never runs. */
export interface NeverSettlesReport {
  /** The entity whose callbacks await, or the file whose module does. */
  readonly who: string;
  /** The `await` of a module. */
  readonly place?: string;
  /** How many of its callbacks. */
  readonly count: number;
  /** How long ago the first of them began, in virtual seconds; not known of modules. */
  readonly seconds?: number;
}

/** The callbacks of which that was found when the run ended, by entity. */
export function reportLostCallbacks(graph: Graph): NeverSettlesReport[] {
  const reports = new Map<string, NeverSettlesReport>();
  for (const { entity, since, isLost } of graph.awaiting.values()) {
    if (!isLost) continue;
    const who = entity.label();
    const seconds = (graph.kernel.now - since) / NANOSECONDS_PER_SECOND;
    const known = reports.get(who);
    reports.set(who, { who, seconds, ...known, count: (known?.count ?? 0) + 1 });
  }
  return [...reports.values()];
}

/** In words. */
export function describeNeverSettles(report: NeverSettlesReport): string {
  const { who, place, count, seconds } = report;
  if (seconds === undefined) {
    return `${who} awaits at top level (${place}) what nothing can settle: what follows never runs. If it is to keep the program alive, leave it out: nodes that are spun do that.`;
  }
  const more = count > 1 ? ` (and ${count - 1} later ${count > 2 ? 'ones' : 'one'})` : '';
  return `A callback of ${who}${more} has awaited for ${seconds.toFixed(3)} s what nothing can settle any more: what follows its "await" never runs.`;
}
