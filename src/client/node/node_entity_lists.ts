import type { Entity } from '../entity.js';
import { TypeValidationError } from '../errors/index.js';
import { GuardCondition } from '../guard_condition.js';
import { Client } from '../service/client.js';
import { Service } from '../service/service.js';
import { Timer } from '../timer/timer.js';
import { Publisher } from '../topic/publisher.js';
import { Subscription } from '../topic/subscription.js';
import type { Node } from './node.js';

/** The entities that a node has, and how it destroys them. */
export class NodeEntityLists {
  readonly #node: Node;

  constructor(node: Node) {
    this.#node = node;
  }

  #publishers: Publisher[] = [];
  #subscriptions: Subscription[] = [];
  #clients: Client[] = [];
  #services: Service[] = [];
  #timers: Timer[] = [];
  #guards: GuardCondition[] = [];

  get _publishers(): Publisher[] {
    return this.#publishers;
  }

  get _subscriptions(): Subscription[] {
    return this.#subscriptions;
  }

  get _clients(): Client[] {
    return this.#clients;
  }

  get _services(): Service[] {
    return this.#services;
  }

  get _timers(): Timer[] {
    return this.#timers;
  }

  get _guards(): GuardCondition[] {
    return this.#guards;
  }

  destroyPublisher<M>(publisher: Publisher<M>): void {
    this.#destroy('publisher', publisher as Publisher, Publisher, this.#publishers);
  }

  destroySubscription(subscription: Subscription): void {
    this.#destroy('subscription', subscription, Subscription, this.#subscriptions);
  }

  destroyClient<S>(client: Client<S>): void {
    this.#destroy('client', client as Client, Client, this.#clients);
  }

  destroyService(service: Service): void {
    this.#destroy('service', service, Service, this.#services);
  }

  destroyTimer(timer: Timer): void {
    this.#destroy('timer', timer, Timer, this.#timers);
  }

  destroyGuardCondition(guard: GuardCondition): void {
    this.#destroy('guard', guard, GuardCondition, this.#guards);
  }

  /** Destroys all entities. */
  _destroyEntities(): void {
    const lists = [
      this.#timers,
      this.#publishers,
      this.#subscriptions,
      this.#clients,
      this.#services,
      this.#guards,
    ];
    for (const entity of lists.flat()) entity._destroy();
    this.#publishers = [];
    this.#subscriptions = [];
    this.#clients = [];
    this.#services = [];
    this.#timers = [];
    this.#guards = [];
  }

  #destroy<E extends Entity | Timer>(
    argument: string,
    entity: E,
    Kind: abstract new (...args: never[]) => E,
    list: E[],
  ): void {
    if (!(entity instanceof Kind)) {
      const expected = `${Kind.name} instance`;
      throw new TypeValidationError(argument, entity, expected, { nodeName: this.#node.name() });
    }
    const index = list.indexOf(entity);
    if (index >= 0) list.splice(index, 1);
    entity._destroy();
  }
}
