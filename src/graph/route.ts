import type { MessageObject } from '../interfaces/index.js';
import type { Client, Response } from './client.js';
import type { Publisher } from './publisher.js';
import type { Request, Service } from './service.js';
import type { Subscription } from './subscription.js';

/** A message on its way. */
export interface Sample {
  readonly publisher: Publisher;
  /** Canonical; belongs to whoever it is delivered to. */
  readonly message: MessageObject;
  readonly sequence: number;
  /** When it was published, in ns since the start. */
  readonly sourceTime: number;
  /** Number of the callback that published it; 0 when none did. */
  readonly cause: number;
  /** Digest of the content; 0 when it is not digested. */
  readonly digest: number;
}

/** How long publications wait before anybody sees them, looked up at publish time. */
export interface PublicationDelay {
  /** ns; 0: delivered at once. */
  delay(publisher: Publisher): number;
}

/**
 * Someone else who decides a delivery: a schedule, a link model, a network simulator. It hands the
 * message to the next {@link Delivery} when, and if, it has come that far.
 */
export interface Route {
  send(sample: Sample, subscription: Subscription): void;
  /** A request is on its way. Without it, requests go straight on. */
  call?(request: Request, server: Service): void;
  /** A response is on its way. Without it, responses go straight on. */
  answer?(response: Response, server: Service, client: Client): void;
}

/** What decides about everything that is on its way: a route, and in the end the receiver. */
export type Delivery = Required<Route>;
