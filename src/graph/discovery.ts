import type { Client } from './client.js';
import type { Publisher } from './publisher.js';
import type { Service } from './service.js';
import type { Subscription } from './subscription.js';

/** Decides how long endpoints need to find each other; without it, they do so at once. */
export interface Discovery {
  /**
   * The time in ns from the moment both exist until a message passes. 0: at once; Infinity: when `Domain.meet` is
   * called.
   */
  matching(publisher: Publisher, subscription: Subscription): number;
  /** Called when a program asks how many counterparts this endpoint has found. */
  asked?(endpoint: Publisher | Subscription): void;
  /** Called when both exist. */
  introduce(client: Client, server: Service): void;
  /** Whether this client's requests reach that server now. */
  knows(client: Client, server: Service): boolean;
}
