import type { Client, Response } from './client.js';
import type { Delivery, Route, Sample } from './route.js';
import type { Request, Service } from './service.js';
import { Stages } from './stages.js';
import type { Subscription } from './subscription.js';

/**
 * The stages of routes; an earlier stage wraps a later one.
 *
 * - `order`: messages wait for their turn in a configured order.
 * - `decide`: a schedule decides what happens to each message.
 * - `models`: links and faults decide what happens to it.
 * - `network`: a simulated network carries it.
 */
export const ROUTE_STAGES = ['order', 'decide', 'models', 'network'] as const;

export type RouteStage = (typeof ROUTE_STAGES)[number];

/** Creates a route that passes messages on to the next one, or to the receiver. */
export type RouteMaker = (next: Delivery) => Route;

/** The routes of a graph, each wrapped around the next. */
export class RouteChain {
  readonly #stages: Stages<RouteStage, Link>;

  /**
   * @param changed - called with the route that gets messages first; undefined if messages arrive at once
   */
  constructor(changed: (first: Delivery | undefined) => void) {
    this.#stages = new Stages<RouteStage, Link>(ROUTE_STAGES, (links) => changed(connect(links)));
  }

  /** Wraps a route around those of later stages; the returned function removes it. */
  add(stage: RouteStage, make: RouteMaker): () => void {
    const next = new NextRoute();
    const route = make(next);
    return this.#stages.add(stage, { next, route: isFull(route) ? route : full(route, next) });
  }
}

interface Link {
  readonly next: NextRoute;
  readonly route: Delivery;
}

/** Connects each link to the next one; returns the first. */
function connect(links: readonly Link[]): Delivery | undefined {
  let behind: Delivery | undefined;
  for (const { next, route } of [...links].reverse()) {
    next.target = behind ?? ARRIVAL;
    behind = route;
  }
  return behind;
}

function isFull(route: Route): route is Delivery {
  return route.call !== undefined && route.answer !== undefined;
}

/** Completes a route: what it does not handle passes to the next one. */
function full(route: Route, next: Delivery): Delivery {
  return {
    send: (sample, subscription) => route.send(sample, subscription),
    call(request, server) {
      if (route.call === undefined) next.call(request, server);
      else route.call(request, server);
    },
    answer(response, server, client) {
      if (route.answer === undefined) next.answer(response, server, client);
      else route.answer(response, server, client);
    },
  };
}

/** After the last route, everything arrives at once. */
const ARRIVAL: Delivery = {
  send: (sample, subscription) => subscription.receive(sample),
  call: (request, server) => server.receive(request),
  answer: (response, _server, client) => client.receive(response),
};

/** The route after another one, whichever that currently is. */
class NextRoute implements Delivery {
  target = ARRIVAL;

  send(sample: Sample, subscription: Subscription): void {
    this.target.send(sample, subscription);
  }

  call(request: Request, server: Service): void {
    this.target.call(request, server);
  }

  answer(response: Response, server: Service, client: Client): void {
    this.target.answer(response, server, client);
  }
}
