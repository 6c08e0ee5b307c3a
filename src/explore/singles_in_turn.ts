import type { Alternative, Decision } from '../schedule/index.js';
import type { Landings } from './landings.js';

/**
 * How many decisions of each class are tried for one of the last. What happens at one moment or never, such as a crash
 * or a loss, is rarely met at random. A time that is a little longer or shorter often does the same at its neighbours,
 * and orders are varied by other strategies, too.
 */
const RATES = { event: 4, time: 2, order: 1, landing: 2 } as const;
type Class = keyof typeof RATES;
const CLASSES = Object.keys(RATES) as Class[];

/** Decisions in the order in which a search tries each of them once. */
export interface SinglesInTurn {
  readonly alternatives: readonly Alternative[];
  /** After how many of them all of a class were tried, such as each event. Ascending. */
  readonly ends: readonly number[];
}

/**
 * Within a class, puts one of each kind first, and within a kind those that are far apart in the run.
 *
 * @param landings - the same decisions with other times; they come last if that makes more than `few` in all
 */
export function singlesInTurn(
  alternatives: readonly Alternative[],
  landings: Landings = { at: [], between: [], after: [], before: [] },
  few = Number.POSITIVE_INFINITY,
): SinglesInTurn {
  const byClass: Record<Class, Alternative[]> = { event: [], time: [], order: [], landing: [] };
  for (const each of alternatives) byClass[classOf(each.decision)].push(each);
  for (const list of Object.values(byClass)) list.splice(0, list.length, ...spreadOut(list));
  const { at, between, after, before } = landings;
  const landing = [after, at, before, between].flatMap((list) => spreadOut(list));
  if (alternatives.length + landing.length <= few) {
    return taken({ ...byClass, landing });
  }
  const { alternatives: inTurn, ends } = taken(byClass);
  return { alternatives: [...inTurn, ...landing], ends };
}

/** Takes them from the classes by their rates. */
function taken(byClass: Record<Class, Alternative[]>): SinglesInTurn {
  const queues = CLASSES.map((name) => ({ rate: RATES[name], all: byClass[name] }));
  const total = queues.reduce((sum, { all }) => sum + all.length, 0);
  const inTurn: Alternative[] = [];
  const ends: number[] = CLASSES.map(() => 0);
  for (let round = 0; inTurn.length < total; round++) {
    for (const [i, { rate, all }] of queues.entries()) {
      const taken = all.slice(round * rate, (round + 1) * rate);
      inTurn.push(...taken);
      if (taken.length > 0) ends[i] = inTurn.length;
    }
  }
  return { alternatives: inTurn, ends: ends.sort((a, b) => a - b) };
}

function classOf(decision: Decision): Exclude<Class, 'landing'> {
  if ('run' in decision) return 'order';
  if ('fault' in decision) return decision.fault === 'freeze' ? 'time' : 'event';
  return 'delay' in decision && decision.delay === 'lost' ? 'event' : 'time';
}

function spreadOut(alternatives: readonly Alternative[]): Alternative[] {
  const kinds = new Map<string, Alternative[]>();
  for (const each of alternatives) {
    const kind = kindOf(each.decision);
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [each]);
    else known.push(each);
  }
  const queues = [...kinds.values()].map((each) => farApart(each));
  const spread: Alternative[] = [];
  for (let round = 0; spread.length < alternatives.length; round++) {
    for (const queue of queues) if (round < queue.length) spread.push(queue[round]!);
  }
  return spread;
}

function kindOf(decision: Decision): string {
  if ('run' in decision) return `${decision.before}\n${decision.run}`;
  if ('timer' in decision) return decision.timer;
  if ('callback' in decision) return `${decision.fault} ${decision.node} ${decision.what}`;
  if ('topic' in decision) return `${'fault' in decision ? decision.fault : ''} ${decision.topic}`;
  return 'found' in decision ? decision.found : '';
}

/** Takes the first item, then always one in the middle of the longest remaining stretch (van der Corput). */
function farApart<T>(all: readonly T[]): T[] {
  const found = new Set<number>();
  for (let stride = all.length; stride >= 1; stride /= 2) {
    for (let at = 0; at < all.length; at += stride) found.add(Math.floor(at));
  }
  for (let at = 0; at < all.length; at++) found.add(at);
  return [...found].map((index) => all[index]!);
}
