import type { CallbackStatistics } from './callback_statistics.js';
import type { ChainTracker } from './chain_tracker.js';
import type { ExecutorBounds } from './executor_bounds.js';

/** The longest time that a sample can take through a whole chain. Times are in ns. */
export interface ChainBound {
  readonly chain: string;
  /** null: a part of the chain has no bound. */
  readonly bound: number | null;
  /** Longest latency in the run. */
  readonly observed: number;
  /** Why there is no bound; empty if there is one. */
  readonly missing: string;
}

/**
 * End-to-end bounds of chains whose callbacks cause each other: the callback that samples, then for
 * each topic the longest transit of the run and the bound of the callback that handles it.
 */
export function chainBoundsOf(
  trackers: readonly ChainTracker[],
  callbacks: readonly CallbackStatistics[],
  executors: readonly ExecutorBounds[],
): ChainBound[] {
  const bounds = new Map(
    executors.flatMap((each) => each.callbacks.map((c) => [`${c.node} ${c.name}`, c.bound])),
  );
  const boundOf = ({ entity, response }: CallbackStatistics): number | null => {
    const known = bounds.get(`${entity.node} ${entity.name}`);
    if (known !== undefined) return known;
    // In an executor whose callbacks take no time, no callback ever waits.
    return entity.longest === 0 && response.max === 0 ? 0 : null;
  };
  const byId = new Map(callbacks.map((each) => [each.entity.id, each]));
  return trackers
    .filter(({ latency }) => latency.count > 0)
    .map((tracker) => {
      const { bound, missing } = endToEnd(tracker, callbacks, byId, boundOf);
      return { chain: tracker.path.name, bound, observed: tracker.latency.max, missing };
    });
}

type Sum = { readonly bound: number | null; readonly missing: string };

function endToEnd(
  tracker: ChainTracker,
  callbacks: readonly CallbackStatistics[],
  byId: ReadonlyMap<number, CallbackStatistics>,
  boundOf: (callback: CallbackStatistics) => number | null,
): Sum {
  const without = (missing: string): Sum => ({ bound: null, missing });
  const sources = [...tracker.sources].flatMap((id) => byId.get(id) ?? []);
  let bound = Math.max(0, ...sources.map((each) => longestOf(each)));
  const { hops } = tracker.analysis();
  if (tracker.longestSampling > bound)
    return without(`${hops[0]!.topic} leaves after its callback`);
  for (const [place, { topic, node, transit, processing }] of hops.entries()) {
    if (node === null) continue;
    const handles = ({ entity: { node: of, name, kind } }: CallbackStatistics) =>
      of === node && name === topic && kind === 'subscription';
    const callback = callbacks.find(handles);
    const response = callback === undefined ? null : boundOf(callback);
    if (callback === undefined || response === null)
      return without(`the callback ${node} ${topic} has none`);
    if (tracker.keeps(place)) return without(`${node} keeps ${topic} until another callback runs`);
    if (processing.max > longestOf(callback)) {
      return without(`what ${node} computes from ${topic} leaves after its callback`);
    }
    bound += transit.max + response;
  }
  return { bound, missing: '' };
}

function longestOf({ entity, execution }: CallbackStatistics): number {
  return entity.longest ?? execution.max;
}
