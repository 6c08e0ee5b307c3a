import { formatPlace } from '../errors/index.js';
import type { Graph } from '../graph/index.js';
import { real } from '../guard/index.js';
import { NANOSECONDS_PER_SECOND } from '../kernel/index.js';
import type { NeverSettlesReport } from '../record/index.js';
import { collectGarbage } from './collect_garbage.js';
import type { LoadingProgram } from './find_stalls.js';

/** The virtual time in ns after which it is looked for: what is awaited for less may be what ended the run. */
const PATIENCE = NANOSECONDS_PER_SECOND;

/**
 * Finds callbacks and modules that await what nothing can settle. A promise that nothing refers to stays as it is, and so
 * does everything that waits for it: the collector frees it. What it does not free may still be settled, by code
 * that never does; that is not found.
 *
 * @returns the modules; of callbacks, the graph knows it from now on
 */
export async function findLostWaits(
  graph: Graph,
  loading: readonly LoadingProgram[],
): Promise<NeverSettlesReport[]> {
  const long = graph.kernel.now - PATIENCE;
  const open = [...graph.awaiting.values()].filter(
    ({ entity: { node, destroyed }, since }) =>
      since <= long && !destroyed && !node.destroyed && node.client !== undefined,
  );
  if (open.length === 0 && (loading.length === 0 || long < 0)) return [];
  for (const each of open) each.loosen();
  // What a job has looked at lives until it ends.
  await new Promise((resolve) => real.setImmediate(resolve));
  collectGarbage();
  for (const each of open) each.look();
  return loading.flatMap(({ program: { file }, place, isLost }) =>
    place !== undefined && isLost() ? [{ who: file, place: formatPlace(place), count: 1 }] : [],
  );
}
