/** What tests of searches share: the built package, whose runs use threads of their own. */
import type * as Orrery from '../src/index.js';
import { program, ROOT } from './orrery_command.js';

export const orrerySim = (await import(
  new URL('dist/index.js', `file://${ROOT}/`).href
)) as typeof Orrery;

type Options = Omit<Orrery.ExploreOptions, 'config'> & { readonly until: string };

/** The configuration of a system of `test/programs/explore`. */
export function systemOf(names: readonly string[], until: string, wallLimit?: string) {
  const files = names.map((name) => program(`explore/${name}.cjs`));
  return orrerySim.systemConfig(files, { until, ...(wallLimit ? { wallLimit } : {}) });
}

/** Searches a system of `test/programs/explore`, in one thread: starting another one takes longer than few runs. */
export function exploreSystem(names: readonly string[], { until, ...options }: Options) {
  return orrerySim.exploreSystem({ parallel: 1, ...options, config: systemOf(names, until) });
}
