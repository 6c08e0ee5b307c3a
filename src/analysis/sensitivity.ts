import type { CallbackStatistics } from './callback_statistics.js';
import type { CallbackFigures, ChainBound } from './chain_bounds.js';
import type { BoundedExecutor } from './executor_bounds.js';

/** By how much one callback may take longer, all else being equal. Times are in ns. */
export interface Sensitivity {
  readonly executor: string;
  readonly node: string;
  readonly name: string;
  /** Its worst-case execution time. */
  readonly longest: number;
  /** The growth up to which all bounds exist and meet their deadlines; null: any. */
  readonly growth: number | null;
  /** What goes wrong first beyond that; empty if nothing does. */
  readonly limit: string;
}

/** What must hold while a callback grows. */
export interface Requirements {
  readonly callbacks: readonly CallbackStatistics[];
  /** The bounds of all chains for these figures of callbacks. */
  chains(figures: CallbackFigures): readonly ChainBound[];
  readonly figures: CallbackFigures;
}

/** The first growth that is tried, and the last one. */
const [FIRST, LAST] = [1_000, 1e12];
/** The growth is found to within this part of it. */
const PRECISION = 256;

/**
 * By how much each execution time of these executors may grow until a bound exceeds its deadline, or no longer
 * exists.
 */
export function sensitivityOf(
  executors: readonly BoundedExecutor[],
  requirements: Requirements,
): Sensitivity[] {
  const met = requirements
    .chains(requirements.figures)
    .filter(({ bound, deadline }) => bound !== null && deadline !== null && bound <= deadline);
  const chains = new Set(met.map(({ chain }) => chain));
  return executors.flatMap((executor) =>
    executor.bounds.callbacks.flatMap(({ node, name, longest }, i): Sensitivity[] => {
      if (executor.method === undefined || longest === 0) return [];
      const wrong = (growth: number) => firstWrong(executor, i, growth, requirements, chains);
      const { bounds } = executor;
      return [{ executor: bounds.executor, node, name, longest, ...largest(wrong) }];
    }),
  );
}

/** The largest growth with which nothing goes wrong, and what goes wrong beyond it. */
function largest(wrong: (growth: number) => string): Pick<Sensitivity, 'growth' | 'limit'> {
  let limit = wrong(0);
  if (limit !== '') return { growth: 0, limit };
  let good = 0;
  let bad = FIRST;
  for (limit = wrong(bad); limit === ''; limit = wrong(bad)) {
    good = bad;
    bad *= 2;
    if (bad > LAST) return { growth: null, limit: '' };
  }
  while (bad - good > Math.max(FIRST, good / PRECISION)) {
    const middle = Math.floor((good + bad) / 2);
    const found = wrong(middle);
    if (found === '') good = middle;
    else [bad, limit] = [middle, found];
  }
  return { growth: good, limit };
}

function firstWrong(
  { bounds, method, claims }: BoundedExecutor,
  grown: number,
  growth: number,
  { callbacks, chains, figures }: Requirements,
  met: ReadonlySet<string>,
): string {
  const longer = claims.map((claim, i) =>
    i === grown ? { ...claim, longest: claim.longest + growth } : claim,
  );
  const found = method!.bounds(longer);
  const members = new Map(bounds.callbacks.map((each, i) => [keyOf(each), i]));
  const placeOf = ({ entity }: CallbackStatistics) =>
    entity.executor === bounds.executor ? members.get(keyOf(entity)) : undefined;
  for (const [i, { node, name }] of bounds.callbacks.entries()) {
    if (found[i] === undefined) return `${node} ${name} has no bound`;
  }
  for (const callback of callbacks) {
    const bound = found[placeOf(callback) ?? -1];
    const { deadline, entity } = callback;
    if (deadline === undefined || bound === undefined || bound <= deadline) continue;
    return `${entity.node} ${entity.name} misses its deadline`;
  }
  if (met.size === 0) return '';
  const late = chains({
    bound: (callback) => found[placeOf(callback) ?? -1] ?? figures.bound(callback),
    longest: (callback) => longer[placeOf(callback) ?? -1]?.longest ?? figures.longest(callback),
  }).find(({ chain, bound, deadline }) => met.has(chain) && (bound ?? 0) > deadline!);
  return late === undefined ? '' : `the chain ${late.chain} misses its deadline`;
}

function keyOf({ node, name }: { readonly node: string; readonly name: string }): string {
  return `${node} ${name}`;
}
