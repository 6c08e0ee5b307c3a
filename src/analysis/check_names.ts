import { didYouMean, OrreryError } from '../errors/index.js';
import type { SystemDescription } from '../trace/index.js';
import type { AnalysisOptions } from './analysis_options.js';
import { meansEntity } from './callback_statistics.js';
import { meansChain } from './chain_bounds.js';
import type { ChainPath } from './chain_paths.js';

/**
 * Refuses options that name something that the run did not have: a deadline of nothing is never missed.
 *
 * @throws OrreryError `ORR_ANALYSIS_OPTION`
 */
export function checkNames(
  options: AnalysisOptions,
  { entities, publishers }: SystemDescription,
  paths: readonly ChainPath[],
): void {
  const { chains = [], deadlines = [], arrivals = [], priorities = [] } = options;
  const topics = new Set(publishers.map(({ topic }) => topic));
  for (const { kind, name } of entities) if (kind === 'subscription') topics.add(name);
  for (const topic of chains.flatMap((chain) => chain.topics)) {
    if (!topics.has(topic)) throw unknown('A chain', topic, 'topic', topics);
  }
  const known = entities.flatMap(({ node, name }) => [name, `${node}:${name}`]);
  const isCallback = (name: string) => entities.some((entity) => meansEntity(name, entity));
  const isChain = (name: string) =>
    [...paths, ...chains].some((chain) => meansChain(name, chain)) ||
    (name.includes(',') && name.split(',').every((topic) => topics.has(topic.trim())));
  for (const { callback } of deadlines) {
    if (isCallback(callback) || isChain(callback)) continue;
    throw unknown('A deadline', callback, 'callback or chain', known);
  }
  for (const [what, list] of [
    ['An arrival', arrivals],
    ['A priority', priorities],
  ] as const) {
    const unheard = list.find(({ callback }) => !isCallback(callback));
    if (unheard !== undefined) throw unknown(what, unheard.callback, 'callback', known);
  }
}

function unknown(what: string, name: string, kind: string, known: Iterable<string>): OrreryError {
  const hint = didYouMean(name, known) || '; correct it or leave it out.';
  const text = `${what} names "${name}", but the run had no such ${kind}${hint}`;
  return new OrreryError('ORR_ANALYSIS_OPTION', text);
}
