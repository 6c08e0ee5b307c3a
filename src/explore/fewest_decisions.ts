import {
  type Decision,
  isDeliveryDecision,
  isDiscoveryDecision,
  isOrderDecision,
  isSeedDecision,
  isTimerDecision,
} from '../schedule/index.js';

/** Runs decisions; returns those that took effect if the run failed, otherwise undefined. */
export type Fails = (decisions: readonly Decision[]) => Promise<readonly Decision[] | undefined>;

/**
 * Finds a failing subset of which no element can be left out: first leaves out whole kinds of decisions, then
 * applies the algorithm ddmin (Zeller and Hildebrandt, 2002). Every step is a run.
 */
export async function fewestDecisions(
  all: readonly Decision[],
  fails: Fails,
): Promise<readonly Decision[]> {
  if (all.length === 0) return all;
  let current = await fewestKinds((await fails(all)) ?? all, fails);
  let parts = 2;
  while (current.length > 0) {
    const size = Math.ceil(current.length / parts);
    const reduced = await firstThatFails(subsets(current, size, parts), fails);
    if (reduced !== undefined) {
      current = reduced.decisions;
      parts = reduced.isPart ? 2 : Math.max(2, parts - 1);
    } else if (size === 1) {
      break;
    } else {
      parts = Math.min(current.length, parts * 2);
    }
  }
  return current;
}

async function fewestKinds(all: readonly Decision[], fails: Fails): Promise<readonly Decision[]> {
  let current = all;
  for (const kind of new Set(all.map(kindOf))) {
    const others = current.filter((each) => kindOf(each) !== kind);
    if (others.length === 0 || others.length === current.length) continue;
    current = (await fails(others)) ?? current;
  }
  return current;
}

function kindOf(decision: Decision): string {
  if (isSeedDecision(decision)) return 'seed';
  if (isOrderDecision(decision)) return 'order';
  if (isTimerDecision(decision)) return 'timer';
  if (isDiscoveryDecision(decision)) return 'discovery';
  return isDeliveryDecision(decision) ? 'delivery' : decision.fault;
}

interface Subset {
  readonly decisions: readonly Decision[];
  readonly isPart: boolean;
}

/** Yields each part, then everything without each part. */
function* subsets(current: readonly Decision[], size: number, parts: number): Iterable<Subset> {
  if (parts > 2 || current.length > 1) {
    for (let at = 0; at < current.length; at += size) {
      yield { decisions: current.slice(at, at + size), isPart: true };
    }
  }
  if (parts === 2 && current.length > 1) return;
  for (let at = 0; at < current.length; at += size) {
    yield { decisions: [...current.slice(0, at), ...current.slice(at + size)], isPart: false };
  }
}

async function firstThatFails(
  candidates: Iterable<Subset>,
  fails: Fails,
): Promise<Subset | undefined> {
  for (const { decisions, isPart } of candidates) {
    const needed = await fails(decisions);
    if (needed !== undefined) return { decisions: needed, isPart };
  }
  return undefined;
}
