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
 * Someone else who decides a delivery: a link model, a network simulator, the orchestrator. It
 * calls `subscription.receive(sample)` when, and if, the message arrives.
 */
export interface Route {
  send(sample: Sample, subscription: Subscription): void;
  /** Calls `server.receive(request)` when, and if, it arrives. Without it requests arrive at once. */
  call?(request: Request, server: Service): void;
  /** Calls `client.receive(response)` when, and if, it arrives. */
  answer?(response: Response, server: Service, client: Client): void;
}
