import type { RandomStream } from '../kernel/index.js';
import { type DeliveryDecision, isOrderDecision } from './decision.js';
import type { DelayBounds, Exploration } from './exploration.js';
import type { Journal } from './journal.js';
import { randomStream } from './random_stream.js';

/** How long messages are under way, and which are lost. */
export class DeliveryChoices {
  readonly #journal: Journal;
  readonly #bounds: ReadonlyMap<string, DelayBounds>;
  readonly #budgets: ReadonlyMap<string, number>;
  readonly #replayed: ReadonlyMap<string, DeliveryDecision> | undefined;
  readonly #random: RandomStream | undefined;
  /** By topic: which deliveries are lost, by their number on the topic. */
  readonly #lost = new Map<string, Set<number>>();
  /** By topic: how many were lost so far. */
  readonly #losses = new Map<string, number>();
  readonly deliveries: Record<string, number> = {};

  constructor(exploration: Exploration, journal: Journal) {
    const { strategy, delays, losses } = exploration;
    this.#journal = journal;
    this.#bounds = new Map(delays.map((each) => [each.topic, each]));
    this.#budgets = new Map(losses.map(({ topic, budget }) => [topic, budget]));
    if (strategy.kind === 'replay') {
      const decisions = strategy.decisions.flatMap((each) => (isOrderDecision(each) ? [] : [each]));
      this.#replayed = new Map(decisions.map((each) => [keyOf(each), each]));
      return;
    }
    this.#random = randomStream(strategy.seed, 'delays');
    for (const { topic, budget } of losses) {
      const stream = randomStream(strategy.seed, `losses of ${topic}`);
      const expected = exploration.deliveries?.[topic] ?? 0;
      const lost = new Set<number>();
      const count = stream.integer(budget + 1);
      for (let i = 0; i < count && expected > 0; i++) lost.add(1 + stream.integer(expected));
      this.#lost.set(topic, lost);
    }
  }

  /** Whether messages of this topic can be delayed or lost. */
  concerns(topic: string): boolean {
    return this.#bounds.has(topic) || this.#budgets.has(topic);
  }

  /** How long this message takes in ns, or that it is lost. */
  delay(topic: string, from: string, to: string, message: number): number | 'lost' {
    const number = (this.deliveries[topic] ?? 0) + 1;
    this.deliveries[topic] = number;
    const standard = this.#bounds.get(topic)?.min ?? 0;
    const place = { topic, from, to, message };
    this.#offer(place);
    if (this.#replayed !== undefined) {
      const decision = this.#replayed.get(keyOf(place));
      if (decision === undefined) return standard;
      this.#journal.use(decision);
      return this.#count(topic, decision.delay);
    }
    const delay = this.#lost.get(topic)?.has(number) ? 'lost' : this.#draw(topic);
    if (delay !== standard) this.#journal.take({ ...place, delay });
    return this.#count(topic, delay);
  }

  #draw(topic: string): number {
    const bounds = this.#bounds.get(topic);
    if (bounds === undefined) return 0;
    return bounds.min + Math.floor(this.#random!.float() * (bounds.max - bounds.min + 1));
  }

  #count(topic: string, delay: number | 'lost'): number | 'lost' {
    if (delay === 'lost') this.#losses.set(topic, (this.#losses.get(topic) ?? 0) + 1);
    return delay;
  }

  /** A systematic search tries the longest delay, and a loss as long as the budget lasts. */
  #offer(place: Omit<DeliveryDecision, 'delay'>): void {
    const { topic } = place;
    const bounds = this.#bounds.get(topic);
    if (bounds !== undefined && bounds.max > bounds.min) {
      this.#journal.offer(() => ({ decision: { ...place, delay: bounds.max }, passes: [] }));
    }
    if ((this.#losses.get(topic) ?? 0) < (this.#budgets.get(topic) ?? 0)) {
      this.#journal.offer(() => ({ decision: { ...place, delay: 'lost' }, passes: [] }));
    }
  }
}

function keyOf({ topic, from, to, message }: Omit<DeliveryDecision, 'delay'>): string {
  return `${topic} ${from} ${to} ${message}`;
}
