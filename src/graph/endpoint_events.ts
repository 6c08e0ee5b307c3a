import type { Publisher } from './publisher.js';
import type { MatchedPolicy } from './qos.js';
import type { Subscription } from './subscription.js';

/** Events that an endpoint can receive about its counterparts; each is optional. */
export interface EndpointEvents<Counterpart> {
  matched?(counterpart: Counterpart): void;
  unmatched?(counterpart: Counterpart): void;
  incompatibleQos?(counterpart: Counterpart, policy: MatchedPolicy): void;
  incompatibleType?(counterpart: Counterpart): void;
  /** This many messages were overwritten before they were handled, or never arrived. */
  messageLost?(count: number): void;
  /** A message arrived that passed the filter. */
  received?(): void;
  /** A message was published, or queued to leave when its callback ends. */
  published?(): void;
}

/** Two endpoints of one topic that will never exchange a message. */
export interface Incompatibility {
  readonly topic: string;
  /** The first policy that does not match, or `type`. */
  readonly reason: MatchedPolicy | 'type';
  readonly publisher: Publisher;
  readonly subscription: Subscription;
}
