import type { RandomStream } from '../kernel/index.js';
import {
  type Decision,
  isNodeFault,
  type LinkFaultDecision,
  type NodeFaultDecision,
} from './decision.js';
import {
  type Exploration,
  givenDecisions,
  isDrawing,
  type PossibleFault,
  type Strategy,
} from './exploration.js';
import type { Journal } from './journal.js';
import { isNodeFaultKind, POSSIBLE_FAULTS } from './possible_fault_kind.js';
import { randomStream } from './random_stream.js';

export type FaultDecision = NodeFaultDecision | LinkFaultDecision;

/** Describes the decision that this fault happens here. */
export type DescribeFault = (fault: PossibleFault['fault'], time?: number) => FaultDecision;

/** A possible fault in this run. */
interface Chance {
  readonly possible: PossibleFault;
  /** The moment that was drawn for it; 0: none was drawn. */
  readonly moment: number;
  /** The time that was drawn for it. */
  readonly time: number | undefined;
  used: boolean;
}

/**
 * Which of the possible faults happen, and at which moment: those of nodes, or those of topics. A node and a topic may
 * have the same name.
 */
export class FaultChoices {
  readonly #journal: Journal;
  /** By node or topic. */
  readonly #chances = new Map<string, Chance[]>();
  readonly #replayed = new Map<string, FaultDecision[]>();
  /** The decisions of a saved schedule, by node or topic. */
  readonly #saved = new Map<string, FaultDecision[]>();
  /** By node or topic: the last moment at which its faults were offered. */
  readonly #offered = new Map<string, number>();

  /** @param hits - what these faults hit */
  constructor(exploration: Exploration, journal: Journal, hits: 'node' | 'link') {
    const { strategy, faults = [] } = exploration;
    this.#journal = journal;
    for (const [index, possible] of faults.entries()) {
      if (POSSIBLE_FAULTS[possible.fault].hits !== hits) continue;
      const chance = chanceOf(possible, index, strategy, exploration.moments);
      add(this.#chances, possible.on, chance);
    }
    for (const decision of givenDecisions(strategy)) {
      if (!isFault(decision) || POSSIBLE_FAULTS[decision.fault].hits !== hits) continue;
      add(this.#replayed, keyOf(decision), decision);
      if (strategy.kind === 'replay' && strategy.saved)
        add(this.#saved, placeOf(decision), decision);
    }
  }

  /** Whether faults of this node or topic are possible. */
  concerns(on: string): boolean {
    return this.#chances.has(on);
  }

  /**
   * The faults that happen now.
   *
   * @param on - node or topic
   * @param moment - number of its callback or delivery, from 1
   */
  at(on: string, moment: number, describe: DescribeFault): readonly FaultDecision[] {
    const chances = this.#chances.get(on);
    if (chances === undefined) return [];
    this.#offer(on, moment, chances, describe);
    for (const decision of this.#saved.get(on) ?? []) {
      this.#compare(decision, describe(decision.fault, decision.time));
    }
    const taken: FaultDecision[] = [];
    for (const chance of chances) {
      const decision = this.#decide(chance, moment, describe);
      if (decision === undefined) continue;
      chance.used = true;
      taken.push(decision);
    }
    return taken;
  }

  #decide(chance: Chance, moment: number, describe: DescribeFault): FaultDecision | undefined {
    if (chance.used) return undefined;
    const { fault } = chance.possible;
    if (chance.moment === moment && this.#journal.mayDraw) {
      const decision = describe(fault, chance.time);
      this.#journal.take(decision);
      return decision;
    }
    const waiting = this.#replayed.get(keyOf(describe(fault)));
    const replayed = waiting?.[0];
    if (replayed === undefined) return undefined;
    if (this.#saved.size > 0 && !isSameMoment(replayed, describe(fault))) return undefined;
    waiting!.shift();
    // Other decisions may have moved its time.
    const decision = describe(fault, replayed.time);
    this.#journal.use(replayed, decision);
    return decision;
  }

  /** Notes a moment that has the number or the time of the decision, but not both. */
  #compare(decision: FaultDecision, here: FaultDecision): void {
    if (isOtherCallback(decision, here)) return;
    const hasNumber = keyOf(decision) === keyOf(here);
    const hasTime = decision.at === here.at && pathOf(decision) === pathOf(here);
    if (hasNumber !== hasTime) this.#journal.nearly(decision, here);
  }

  /** Of several equal faults that are left, the first stands for all. */
  #offer(on: string, moment: number, chances: readonly Chance[], describe: DescribeFault): void {
    if (!this.#journal.open || moment <= (this.#offered.get(on) ?? 0)) return;
    this.#offered.set(on, moment);
    const offered = new Set<string>();
    for (const { possible, used } of chances) {
      const kind = `${possible.fault} ${possible.time}`;
      if (used || offered.has(kind)) continue;
      offered.add(kind);
      const decision = describe(possible.fault, possible.time);
      this.#journal.offer(() => ({ decision, passes: [] }));
    }
  }
}

/**
 * Draws whether, when and for how long a fault happens: with probability 1/2 (1/4 beside a base), at one of all
 * moments.
 */
function chanceOf(
  possible: PossibleFault,
  index: number,
  strategy: Strategy,
  moments: Exploration['moments'],
): Chance {
  const { fault, on, time } = possible;
  if (!isDrawing(strategy)) return { possible, moment: 0, time, used: false };
  const stream = randomStream(strategy.seed, `fault ${index} ${fault} ${on}`);
  const counts = isNodeFaultKind(fault) ? moments?.callbacks : moments?.deliveries;
  const count = counts?.[on] ?? 0;
  // Faults are rare anyway: a run that extends a base should mostly get no further ones.
  const hasBase = strategy.kind === 'random' && strategy.base !== undefined;
  const happens = stream.integer(hasBase ? 4 : 2) === 1 && count > 0;
  const moment = happens ? 1 + stream.integer(count) : 0;
  return { possible, moment, time: fault === 'crash' ? time : drawn(stream, time), used: false };
}

/** At least 1 ns, if there is any time at all. */
function drawn(stream: RandomStream, most = 0): number {
  return most === 0 ? 0 : 1 + Math.floor(stream.float() * most);
}

function isSameMoment(decision: FaultDecision, here: FaultDecision): boolean {
  return decision.at === here.at && !isOtherCallback(decision, here);
}

/** Whether the callback with that number now belongs to another entity. */
function isOtherCallback(decision: FaultDecision, here: FaultDecision): boolean {
  if (!isNodeFault(decision) || !isNodeFault(here) || decision.what === undefined) return false;
  return decision.what !== here.what;
}

function placeOf(decision: FaultDecision): string {
  return isNodeFault(decision) ? decision.node : decision.topic;
}

function isFault(decision: Decision): decision is FaultDecision {
  return 'fault' in decision;
}

function keyOf(decision: FaultDecision): string {
  return `${pathOf(decision)} ${isNodeFault(decision) ? decision.callback : decision.message}`;
}

function pathOf(decision: FaultDecision): string {
  if (isNodeFault(decision)) return `${decision.fault} ${decision.node}`;
  const { fault, topic, from, to } = decision;
  return `${fault} ${topic} ${from} ${to}`;
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}
