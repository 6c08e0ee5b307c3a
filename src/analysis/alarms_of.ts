import type { ChainBound } from './chain_bounds.js';
import type { CallbackBound, ExecutorBounds } from './executor_bounds.js';
import { milliseconds as ms } from './text_table.js';

/** Whether something took longer than its bound, which shows that the bound is wrong. */
export function exceeds(of: Pick<CallbackBound, 'bound' | 'observed'>): boolean {
  return of.bound !== null && of.observed > of.bound;
}

/** Sentences about what took longer than its bound in other runs. */
export function exceededElsewhere(
  executors: readonly ExecutorBounds[],
  chains: readonly ChainBound[],
): string[] {
  const of = [
    ...executors.flatMap(({ callbacks }) =>
      callbacks.map((c) => ({ ...c, what: `${c.node} ${c.name}` })),
    ),
    ...chains.map((c) => ({ ...c, what: `The chain ${c.chain}` })),
  ];
  return of.flatMap(({ what, bound, observedElsewhere: most }) =>
    bound === null || most === null || most <= bound
      ? []
      : [
          `${what} took ${ms(most)} ms in another run, more than its bound of ${ms(bound)} ms: something there is worse than what the bound rests on.`,
        ],
  );
}

/** The observations above their bounds, one sentence each. */
export function alarmsOf(
  executors: readonly ExecutorBounds[],
  chains: readonly ChainBound[],
): string[] {
  const callbacks = executors.flatMap((each) => each.callbacks);
  const sentence = (what: string, of: { observed: number; bound: number | null }) =>
    `${what} took ${ms(of.observed)} ms, which is more than its bound of ${ms(of.bound ?? 0)} ms: something that the analysis does not know delays it, and none of these bounds can be relied on.`;
  return [
    ...callbacks.filter(exceeds).map((c) => sentence(`${c.node} ${c.name}`, c)),
    ...chains.filter(exceeds).map((c) => sentence(`The chain ${c.chain}`, c)),
  ];
}
