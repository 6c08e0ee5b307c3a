import { Chance } from './chance.js';
import {
  type CallPart,
  type DeliveryDecision,
  isDeliveryDecision,
  type LinkFaultDecision,
  type MessagePlace,
} from './decision.js';
import { type DelayBounds, type Exploration, givenDecisions, isDrawing } from './exploration.js';
import type { FaultChoices } from './fault_choices.js';
import type { Journal } from './journal.js';
import { randomStream } from './random_stream.js';

/** What happens to a message on its way. */
export interface Fate {
  /** How long it takes in ns. */
  readonly delay: number | 'lost';
  /** How many ns later it arrives because it is held up and overtaken by others. */
  readonly heldUp: number;
  /** After how many ns it arrives again; undefined: it does not. */
  readonly again: number | undefined;
}

/** A message, a request or a response on its way. */
type Place = Omit<DeliveryDecision, 'delay'>;

const LOST: Fate = { delay: 'lost', heldUp: 0, again: undefined };

/** Decides how long messages take, which ones are lost, and what link faults do to them. */
export class DeliveryChoices {
  readonly #journal: Journal;
  readonly #faults: FaultChoices;
  readonly #bounds: ReadonlyMap<string, DelayBounds>;
  readonly #budgets: ReadonlyMap<string, number>;
  readonly #replayed: ReadonlyMap<string, DeliveryDecision>;
  /** Undefined: nothing is drawn. */
  readonly #chance: Chance | undefined;
  /** By topic: which deliveries are lost, by their number on the topic. */
  readonly #lost = new Map<string, Set<number>>();
  /** By topic: how many were lost so far. */
  readonly #losses = new Map<string, number>();
  /** By topic: until when nothing arrives. */
  readonly #down = new Map<string, number>();
  readonly deliveries: Record<string, number> = {};

  constructor(exploration: Exploration, journal: Journal, faults: FaultChoices) {
    const { strategy, delays, losses } = exploration;
    this.#journal = journal;
    this.#faults = faults;
    this.#bounds = new Map(delays.map((each) => [each.topic, each]));
    this.#budgets = new Map(losses.map(({ topic, budget }) => [topic, budget]));
    const given = givenDecisions(strategy).filter(isDeliveryDecision);
    this.#replayed = new Map(given.map((each) => [keyOf(each), each]));
    if (!isDrawing(strategy)) return;
    this.#chance = new Chance(strategy, 'delays', journal);
    for (const { topic, budget } of losses) {
      const stream = randomStream(strategy.seed, `losses of ${topic}`);
      const expected = exploration.moments?.deliveries[topic] ?? 0;
      const lost = new Set<number>();
      // Losses that are given in any case count against the budget.
      const left =
        budget - given.filter((each) => each.topic === topic && each.delay === 'lost').length;
      const count = stream.integer(Math.max(0, left) + 1);
      for (let i = 0; i < count && expected > 0; i++) lost.add(1 + stream.integer(expected));
      this.#lost.set(topic, lost);
    }
  }

  /** Whether anything may happen to messages of this topic. */
  concerns(topic: string): boolean {
    return this.#bounds.has(topic) || this.#budgets.has(topic) || this.#faults.concerns(topic);
  }

  /** How many ns a request or a response takes that is sent at `now`; or it is lost. */
  callDelay(place: MessagePlace, call: CallPart, now: number): number | 'lost' {
    const { topic } = place;
    // Faults of links do not hit calls, so that a call is not a moment for them.
    if (!this.#budgets.has(topic) && (this.#bounds.get(topic)?.max ?? 0) === 0) return 0;
    const number = (this.deliveries[topic] ?? 0) + 1;
    this.deliveries[topic] = number;
    return this.#delay({ ...place, call }, number, now);
  }

  /** What happens to a message that is sent at `now`. */
  fate(place: MessagePlace, now: number): Fate {
    const { topic } = place;
    const number = (this.deliveries[topic] ?? 0) + 1;
    this.deliveries[topic] = number;
    const hits = this.#faults.at(
      topic,
      number,
      (fault, time = 0) => ({ ...place, fault, at: now, time }) as LinkFaultDecision,
    ) as readonly LinkFaultDecision[];
    let [down, heldUp, again]: (number | undefined)[] = [];
    for (const { fault, time } of hits) {
      switch (fault) {
        case 'down':
          down ??= time;
          break;
        case 'reorder':
          heldUp ??= time;
          break;
        case 'duplicate':
          again ??= time;
          break;
        default:
          fault satisfies never;
      }
    }
    if (down !== undefined) this.#down.set(topic, now + down);
    if (now < (this.#down.get(topic) ?? 0)) return LOST;
    return { delay: this.#delay(place, number, now), heldUp: heldUp ?? 0, again };
  }

  #delay(place: Place, number: number, now: number): number | 'lost' {
    const { topic } = place;
    const standard = this.#bounds.get(topic)?.min ?? 0;
    this.#offer(place, now);
    const decision = this.#replayed.get(keyOf(place));
    const drawn = this.#draw(topic, number);
    if (decision !== undefined) {
      this.#journal.use(decision);
      return this.#count(topic, decision.delay);
    }
    if (drawn === standard) return standard;
    this.#journal.take({ ...place, delay: drawn });
    return this.#count(topic, drawn);
  }

  #draw(topic: string, number: number): number | 'lost' {
    const { min, max } = this.#bounds.get(topic) ?? { min: 0, max: 0 };
    if (this.#chance === undefined) return min;
    const delay = this.#chance.between(min, max);
    const isLost = this.#lost.get(topic)?.has(number) && this.#journal.mayDraw;
    return isLost ? 'lost' : delay;
  }

  #count(topic: string, delay: number | 'lost'): number | 'lost' {
    if (delay === 'lost') this.#losses.set(topic, (this.#losses.get(topic) ?? 0) + 1);
    return delay;
  }

  /** A systematic search tries the longest delay, and a loss as long as the budget lasts. */
  #offer(place: Place, at: number): void {
    const { topic } = place;
    const bounds = this.#bounds.get(topic);
    if (bounds !== undefined && bounds.max > bounds.min) {
      this.#journal.offer(() => ({ decision: { ...place, delay: bounds.max }, passes: [], at }));
    }
    if ((this.#losses.get(topic) ?? 0) < (this.#budgets.get(topic) ?? 0)) {
      this.#journal.offer(() => ({ decision: { ...place, delay: 'lost' }, passes: [] }));
    }
  }
}

function keyOf({ topic, from, to, message, call }: Place): string {
  return `${topic} ${from} ${to} ${message} ${call ?? ''}`;
}
