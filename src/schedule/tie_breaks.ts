import type { Decider, Runnable } from '../kernel/index.js';
import { type Alternative, isOrderDecision, type OrderDecision } from './decision.js';
import type { PathStrategy, RandomStrategy, Strategy } from './exploration.js';
import type { Journal } from './journal.js';
import { Labels } from './labels.js';
import { PctPriorities } from './pct_priorities.js';
import { randomStream } from './random_stream.js';
import type { StepLog } from './step_log.js';

/** Index of the candidate that runs; `before` names the first one, for the `nth` time at this instant. */
type Pick = (candidates: readonly Runnable[], before: string, nth: number) => number;

/** Decides which of several things that can run at one instant runs first. */
export class TieBreaks implements Decider {
  readonly #journal: Journal;
  readonly #labels = new Labels();
  readonly #pick: Pick;
  /** The replayed decision that the last pick came from. */
  #used: OrderDecision | undefined;
  readonly #lanes = new WeakSet<object>();
  #now = -1;
  /** How often, at this instant, each name stood first in a choice. */
  readonly #firsts = new Map<string, number>();
  points = 0;
  lanes = 0;

  /** @param steps - needed to follow a path */
  constructor(strategy: Strategy, journal: Journal, steps?: StepLog) {
    this.#journal = journal;
    switch (strategy.kind) {
      case 'replay':
        this.#pick = this.#replay(strategy.decisions.filter(isOrderDecision));
        break;
      case 'random':
        this.#pick = this.#random(strategy);
        break;
      case 'pct': {
        const priorities = new PctPriorities(strategy);
        this.#pick = (candidates) => priorities.pick(candidates);
        break;
      }
      case 'path':
        this.#pick = follow(strategy, steps);
        break;
    }
  }

  choose(candidates: readonly Runnable[], now: number): number {
    this.points++;
    this.#countLanes(candidates);
    if (now !== this.#now) {
      this.#now = now;
      this.#firsts.clear();
    }
    const before = this.#labels.of(candidates, 0);
    const nth = (this.#firsts.get(before) ?? 0) + 1;
    this.#firsts.set(before, nth);
    if (this.#journal.open) this.#offer(candidates, before, nth);
    this.#used = undefined;
    const index = this.#pick(candidates, before, nth);
    if (this.#used !== undefined) this.#journal.use(this.#used);
    else if (index > 0) {
      this.#journal.take({ at: now, run: this.#labels.of(candidates, index), before, nth });
    }
    return index;
  }

  #random({ seed, rate, base }: RandomStrategy): Pick {
    const stream = randomStream(seed, 'order');
    if (rate === undefined) return (candidates) => stream.integer(candidates.length);
    const replay = this.#replay((base ?? []).filter(isOrderDecision));
    return (candidates, before, nth) => {
      const given = replay(candidates, before, nth);
      // The draws are the same in each run, whatever decisions are given.
      const isDrawn = stream.float() < rate;
      const drawn = 1 + stream.integer(candidates.length - 1);
      if (given > 0) return given;
      return isDrawn && this.#journal.mayDraw ? drawn : 0;
    };
  }

  #replay(decisions: readonly OrderDecision[]): Pick {
    const key = (at: number, before: string, nth: number) => `${at} ${nth} ${before}`;
    const byPlace = new Map(decisions.map((each) => [key(each.at, each.before, each.nth), each]));
    const byTime = new Map<number, OrderDecision[]>();
    for (const each of decisions) byTime.set(each.at, [...(byTime.get(each.at) ?? []), each]);
    return (candidates, before, nth) => {
      const here = byTime.get(this.#now);
      if (here === undefined) return 0;
      const decision = byPlace.get(key(this.#now, before, nth));
      for (const each of here) if (each !== decision) this.#compare(each, candidates, before, nth);
      if (decision === undefined) return 0;
      const index = this.#labels.find(candidates, decision.run);
      if (index <= 0) return 0;
      this.#used = decision;
      return index;
    };
  }

  /** Notes a choice at the right instant that is not the decision's own but could be the one it means. */
  #compare(
    decision: OrderDecision,
    candidates: readonly Runnable[],
    before: string,
    nth: number,
  ): void {
    if (this.#labels.find(candidates, decision.run) <= 0) return;
    this.#journal.nearly(decision, { ...decision, before, nth });
  }

  #offer(candidates: readonly Runnable[], before: string, nth: number): void {
    const at = this.#now;
    const names = candidates.map((_, index) => this.#labels.of(candidates, index));
    for (const [index, run] of names.entries()) {
      if (index === 0) continue;
      this.#journal.offer(
        (): Alternative => ({ decision: { at, run, before, nth }, passes: names.slice(0, index) }),
      );
    }
  }

  #countLanes(candidates: readonly Runnable[]): void {
    for (const item of candidates) {
      const lane = item.lane ?? item;
      if (this.#lanes.has(lane)) continue;
      this.#lanes.add(lane);
      this.lanes++;
    }
  }
}

/** Takes the choices of a path, and then the first candidate that does not sleep, or any, if there is a seed. */
function follow({ choices, sleepers, seed }: PathStrategy, steps: StepLog | undefined): Pick {
  const stream = seed === undefined ? undefined : randomStream(seed, 'path');
  let made = 0;
  if (choices.length === 0) steps?.lull(sleepers);
  return (candidates) => {
    if (made >= choices.length) {
      const awake = steps?.awake(candidates) ?? [];
      return awake[stream?.integer(Math.max(1, awake.length)) ?? 0] ?? 0;
    }
    if (made === choices.length - 1) steps?.lull(sleepers);
    return Math.min(choices[made++]!, candidates.length - 1);
  };
}
