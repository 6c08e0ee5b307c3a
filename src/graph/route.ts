import type { MessageObject } from '../interfaces/index.js';
import type { Client, Response } from './client.js';
import type { Publisher } from './publisher.js';
import type { Request, Service } from './service.js';
import type { Subscription } from './subscription.js';

/** A message in transit. */
export interface Sample {
  readonly publisher: Publisher;
  /** In canonical form; belongs to its receiver. */
  readonly message: MessageObject;
  readonly sequence: number;
  /** When it was published, in ns since the start. */
  readonly sourceTime: number;
  /** Number of the callback that published it; 0 if no callback did. */
  readonly cause: number;
  /** Digest of the content; 0 if it was not digested. */
  readonly digest: number;
}

/** How long publications wait before they are delivered, determined when they are published. */
export interface PublicationDelay {
  /** The delay in ns; 0: delivered at once. */
  delay(publisher: Publisher): number;
}

/**
 * Decides deliveries: a schedule, a link model or a network simulator. It passes each message to the next {@link
 * Delivery} when, and if, the message gets there.
 */
export interface Route {
  send(sample: Sample, subscription: Subscription): void;
  /** A request is in transit. Without this method, requests pass unchanged. */
  call?(request: Request, server: Service): void;
  /** A response is in transit. Without this method, responses pass unchanged. */
  answer?(response: Response, server: Service, client: Client): void;
}

/** Accepts whatever is in transit: a route, and finally the receiver. */
export type Delivery = Required<Route>;
