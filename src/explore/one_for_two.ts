import { type Decision, isOrderDecision } from '../schedule/index.js';
import { inOrder } from './in_order.js';
import type { Laboratory } from './laboratory.js';
import type { ShorterWay } from './same_order.js';

/** The most runs to make. */
const RUNS = 240;
/** How many decisions are tried in place of two. */
const CHOICES = 24;

/**
 * Looks for one decision in place of two about the order: any that is possible at the instant of either, while all
 * others stay. Two may have been needed only because the failing run took a detour, so that a shorter way shows the
 * nodes something else. Decisions that are near to each other are tried first.
 */
export async function oneForTwo(
  laboratory: Laboratory,
  kind: string,
  decisions: readonly Decision[],
  onStep: () => void,
): Promise<ShorterWay> {
  let runs = 0;
  let found: readonly Decision[] | undefined;
  for (const [one, other] of nearPairs(decisions)) {
    if (runs >= RUNS || found !== undefined) break;
    const before = decisions.slice(0, one);
    const after = decisions.slice(one + 1).filter((each) => each !== decisions[other]);
    const instants = [decisions[one]!, decisions[other]!].map((each) => 'at' in each && each.at);
    // A run reports what is possible after its last decision.
    const start = await laboratory.try(
      { kind: 'replay', decisions: before },
      { alternatives: RUNS },
    );
    runs++;
    onStep();
    const tried = (start.outcome?.explored.alternatives ?? [])
      .map(({ decision }) => decision)
      .filter((each) => isOrderDecision(each) && instants.includes(each.at))
      .slice(0, CHOICES);
    let started = 0;
    let made = 0;
    await inOrder(
      laboratory.parallel,
      () => tried[started++],
      (each) => laboratory.try({ kind: 'replay', decisions: [...before, each, ...after] }),
      (each, { outcome, failure }) => {
        made++;
        onStep();
        if (failure?.kind !== kind) return true;
        found = outcome?.explored.decisions ?? [...before, each, ...after];
        return false;
      },
    );
    runs += made;
    laboratory.disregard(Math.min(started, tried.length) - made);
  }
  return { found, runs };
}

/** The indices of each two decisions about the order, those with the fewest decisions between them first. */
function nearPairs(decisions: readonly Decision[]): (readonly [number, number])[] {
  const orders = [...decisions.keys()].filter((index) => isOrderDecision(decisions[index]!));
  const pairs = orders.flatMap((one, i) =>
    orders.slice(i + 1).map((other) => [one, other] as const),
  );
  return pairs.sort(([a, b], [c, d]) => b - a - (d - c));
}
