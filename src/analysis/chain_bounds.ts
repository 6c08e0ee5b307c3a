import type { DeclaredChain, DeclaredDeadline } from './analysis_options.js';
import type { CallbackStatistics } from './callback_statistics.js';
import type { ChainTracker } from './chain_tracker.js';

/** The longest time that a sample can take through a whole chain. Times are in ns. */
export interface ChainBound {
  readonly chain: string;
  /** null: a part of the chain has no bound. */
  readonly bound: number | null;
  /** Longest latency in the run. */
  readonly observed: number;
  /** The declared deadline; null: none. */
  readonly deadline: number | null;
  /** Longest latency in the other runs that were given; null: none, or no sample came through. */
  readonly observedElsewhere: number | null;
  /** Why there is no bound; empty if there is one. */
  readonly missing: string;
}

/** What the analysis knows about single callbacks, in ns. */
export interface CallbackFigures {
  /** Bound of its response time; null: none. */
  bound(callback: CallbackStatistics): number | null;
  /** Worst-case execution time. */
  longest(callback: CallbackStatistics): number;
}

/**
 * End-to-end bounds of chains whose callbacks cause each other: the callback that samples, then for
 * each topic the longest transit of the run and the bound of the callback that handles it.
 *
 * @param deadlines - of chains and callbacks
 * @param elsewhere - longest latencies in other runs, by name of the chain
 */
export function chainBoundsOf(
  trackers: readonly ChainTracker[],
  callbacks: readonly CallbackStatistics[],
  figures: CallbackFigures,
  deadlines: readonly DeclaredDeadline[] = [],
  elsewhere: ReadonlyMap<string, number> = new Map(),
): ChainBound[] {
  const byId = new Map(callbacks.map((each) => [each.entity.id, each]));
  return trackers
    .filter(({ latency }) => latency.count > 0)
    .map((tracker) => ({
      chain: tracker.path.name,
      ...endToEnd(tracker, callbacks, byId, figures),
      observed: tracker.latency.max,
      deadline:
        deadlines.find(({ callback }) => meansChain(callback, tracker.path))?.deadline ?? null,
      observedElsewhere: elsewhere.get(tracker.path.name) ?? null,
    }));
}

/** Whether a text names a chain: by its name or, as it is declared, by its topics. */
export function meansChain(text: string, { name, topics }: DeclaredChain): boolean {
  return text === name || text.replaceAll(' ', '') === topics.join(',');
}

type Sum = { readonly bound: number | null; readonly missing: string };

function endToEnd(
  tracker: ChainTracker,
  callbacks: readonly CallbackStatistics[],
  byId: ReadonlyMap<number, CallbackStatistics>,
  { bound: boundOf, longest: longestOf }: CallbackFigures,
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
