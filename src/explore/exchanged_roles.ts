import { type Decision, isOrderDecision } from '../schedule/index.js';
import { inOrder } from './in_order.js';
import type { Laboratory } from './laboratory.js';
import type { ShorterWay } from './same_order.js';

/**
 * Leaves out one decision about the order, and lets the two that it exchanged have each other's parts in all later
 * ones. Where two nodes do the same, such as both of two clients, a failing run may have let the other one go first for
 * no reason; its later decisions then fit only that one.
 */
export async function exchangedRoles(
  laboratory: Laboratory,
  kind: string,
  decisions: readonly Decision[],
  onStep: () => void,
): Promise<ShorterWay> {
  const tried = decisions.flatMap((_, index) => withoutExchange(decisions, index));
  let found: readonly Decision[] | undefined;
  let [started, runs] = [0, 0];
  await inOrder(
    laboratory.parallel,
    () => (started < tried.length ? tried[started++] : undefined),
    (each) => laboratory.try({ kind: 'replay', decisions: each }),
    (each, { outcome, failure }) => {
      runs++;
      onStep();
      if (failure?.kind === kind) found = outcome?.explored.decisions ?? each;
      return found === undefined;
    },
  );
  laboratory.disregard(started - runs);
  return { found, runs };
}

/** The decisions without this one; none if it is not about the order, or if no later one names what it exchanges. */
function withoutExchange(decisions: readonly Decision[], index: number): (readonly Decision[])[] {
  const left = decisions[index]!;
  if (!isOrderDecision(left)) return [];
  const other = new Map([
    [left.run, left.before],
    [left.before, left.run],
  ]);
  const later = decisions.slice(index + 1);
  const exchanged = later.map((each) => {
    if (!isOrderDecision(each)) return each;
    const { run, before } = each;
    if (!other.has(run) && !other.has(before)) return each;
    return { ...each, run: other.get(run) ?? run, before: other.get(before) ?? before };
  });
  const isChanged = exchanged.some((each, i) => each !== later[i]);
  return isChanged ? [[...decisions.slice(0, index), ...exchanged]] : [];
}
