import { type Divergence, divergenceOf, placeInWords, placeKey } from '../explore/index.js';
import type { NodeInputs } from '../record/index.js';
import { countedRows } from './counted_rows.js';
import { type FailurePlace, FailurePlaces } from './failure_places.js';
import type { OpenCampaign } from './open_campaign.js';
import { passingNeighbours } from './passing_neighbours.js';
import type { RunResult } from './run_result.js';

/** How many failures of one kind are examined; each takes a few runs. */
const MOST_PER_KIND = 100;
/** How many kinds of failures are examined. */
const MOST_KINDS = 20;
/** How many callback orders of passing runs are kept for the next failure. */
const MOST_ORDERS = 20;

/** The order of callbacks in a run; undefined if it cannot be seen. */
export type OrderOf = (row: number, result: RunResult) => Promise<NodeInputs | undefined>;

/**
 * Finds where each failed run diverges from the most similar passing run, and saves the place with the campaign.
 * What is examined depends only on the results, not on who made them or when.
 *
 * @param orderOf - repeats a run to see the order of its callbacks
 */
export async function placeFailures(
  open: OpenCampaign,
  orderOf: OrderOf,
  signal?: AbortSignal,
): Promise<void> {
  const results = new Map<number, RunResult>();
  const passing = new Set<number>();
  for (const [{ row }, result] of countedRows(open)) {
    if (result?.status === 'passed') passing.add(row);
    if (result !== undefined) results.set(row, result);
  }
  const known = new FailurePlaces(open.folders.campaign);
  const places = new Map<string, FailurePlace>();
  const orders = new RecentOrders((row) => orderOf(row, results.get(row)!));
  for (const row of examined(results)) {
    if (signal?.aborted) return;
    const { key } = results.get(row)!;
    const neighbours = passingNeighbours(row, passing, open.plan.points.length);
    const among = neighbours.map((each) => results.get(each)!.key);
    const before = known.find(key);
    const place = isAmong(before, among) ? before : await placeOf(row, neighbours, orders);
    if (place !== undefined) places.set(key, { ...place, among });
  }
  if (!signal?.aborted) known.write(places);
}

/** The first failed rows of each kind. */
function examined(results: ReadonlyMap<number, RunResult>): number[] {
  const counts = new Map<string, number>();
  const rows: number[] = [];
  for (const [row, { failure }] of results) {
    if (failure === undefined) continue;
    const count = (counts.get(failure.kind) ?? 0) + 1;
    if (count > MOST_PER_KIND || (count === 1 && counts.size === MOST_KINDS)) continue;
    counts.set(failure.kind, count);
    rows.push(row);
  }
  return rows;
}

function isAmong(place: FailurePlace | undefined, among: readonly string[]): boolean {
  return place !== undefined && JSON.stringify(place.among) === JSON.stringify(among);
}

/** The most similar run is the one from which the failed run diverges last. */
async function placeOf(
  row: number,
  neighbours: readonly number[],
  orders: RecentOrders,
): Promise<Omit<FailurePlace, 'among'> | undefined> {
  const [failed, ...passed] = await Promise.all([row, ...neighbours].map((at) => orders.of(at)));
  if (failed === undefined) return undefined;
  let best: { readonly passing: number; readonly divergence: Divergence | undefined } | undefined;
  const end = (divergence: Divergence | undefined) => divergence?.at ?? Number.POSITIVE_INFINITY;
  for (const [i, order] of passed.entries()) {
    if (order === undefined) continue;
    const divergence = divergenceOf(order, failed);
    if (best === undefined || end(divergence) > end(best.divergence)) {
      best = { passing: neighbours[i]!, divergence };
    }
  }
  if (best === undefined) return undefined;
  const { passing, divergence } = best;
  const cause = divergence === undefined ? {} : { cause: placeKey(divergence) };
  return { passing, where: placeInWords(divergence, failed), ...cause };
}

/** Neighbours of one failure are mostly those of the next. */
class RecentOrders {
  readonly #orders = new Map<number, Promise<NodeInputs | undefined>>();
  readonly #find: (row: number) => Promise<NodeInputs | undefined>;

  constructor(find: (row: number) => Promise<NodeInputs | undefined>) {
    this.#find = find;
  }

  of(row: number): Promise<NodeInputs | undefined> {
    const order = this.#orders.get(row) ?? this.#find(row);
    this.#orders.delete(row);
    this.#orders.set(row, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > MOST_ORDERS) this.#orders.delete(oldest!);
    return order;
  }
}
