import type { Entity } from '../entity.js';
import { TypeValidationError } from '../errors/index.js';
import { GuardCondition } from '../guard_condition.js';
import { Client } from '../service/client.js';
import { Service } from '../service/service.js';
import { Timer } from '../timer/timer.js';
import { Publisher } from '../topic/publisher.js';
import { Subscription } from '../topic/subscription.js';
import { NodeParameters } from './node_parameters.js';

/** The entities that a node has, and how it destroys them. */
export abstract class NodeEntityLists extends NodeParameters {
  _publishers: Publisher[] = [];
  _subscriptions: Subscription[] = [];
  _clients: Client[] = [];
  _services: Service[] = [];
  _timers: Timer[] = [];
  _guards: GuardCondition[] = [];

  destroyPublisher<M>(publisher: Publisher<M>): void {
    this.#destroy('publisher', publisher as Publisher, Publisher, this._publishers);
  }

  destroySubscription(subscription: Subscription): void {
    this.#destroy('subscription', subscription, Subscription, this._subscriptions);
  }

  destroyClient<S>(client: Client<S>): void {
    this.#destroy('client', client as Client, Client, this._clients);
  }

  destroyService(service: Service): void {
    this.#destroy('service', service, Service, this._services);
  }

  destroyTimer(timer: Timer): void {
    this.#destroy('timer', timer, Timer, this._timers);
  }

  destroyGuardCondition(guard: GuardCondition): void {
    this.#destroy('guard', guard, GuardCondition, this._guards);
  }

  /** Destroys all entities. */
  protected destroyEntities(): void {
    const lists = [
      this._timers,
      this._publishers,
      this._subscriptions,
      this._clients,
      this._services,
      this._guards,
    ];
    for (const entity of lists.flat()) entity._destroy();
    this._publishers = [];
    this._subscriptions = [];
    this._clients = [];
    this._services = [];
    this._timers = [];
    this._guards = [];
  }

  #destroy<E extends Entity | Timer>(
    argument: string,
    entity: E,
    Kind: abstract new (...args: never[]) => E,
    list: E[],
  ): void {
    if (!(entity instanceof Kind)) {
      const expected = `${Kind.name} instance`;
      throw new TypeValidationError(argument, entity, expected, { nodeName: this.name() });
    }
    const index = list.indexOf(entity);
    if (index >= 0) list.splice(index, 1);
    entity._destroy();
  }
}
