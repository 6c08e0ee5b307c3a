import { DistroUtils } from '../distro_utils.js';
import { OperationError, RangeValidationError, TypeValidationError } from '../errors/index.js';
import type { EventHandler } from './event_handler.js';
import type {
  CountStatus,
  IncompatibleQosStatus,
  LivelinessChangedStatus,
  MatchedStatus,
} from './event_status.js';

/** Events of a publisher. */
export const PublisherEventType = {
  PUBLISHER_OFFERED_DEADLINE_MISSED: 0,
  PUBLISHER_LIVELINESS_LOST: 1,
  PUBLISHER_OFFERED_INCOMPATIBLE_QOS: 2,
  PUBLISHER_INCOMPATIBLE_TYPE: 3,
  PUBLISHER_MATCHED: 4,
} as const;

/** Events of a subscription. */
export const SubscriptionEventType = {
  SUBSCRIPTION_REQUESTED_DEADLINE_MISSED: 0,
  SUBSCRIPTION_LIVELINESS_CHANGED: 1,
  SUBSCRIPTION_REQUESTED_INCOMPATIBLE_QOS: 2,
  SUBSCRIPTION_MESSAGE_LOST: 3,
  SUBSCRIPTION_INCOMPATIBLE_TYPE: 4,
  SUBSCRIPTION_MATCHED: 5,
} as const;

/** Called with an event. */
export type StatusCallback<Status> = ((status: Status) => unknown) | null;

/** Callbacks for the events of one publisher; null for events without a callback. */
export class PublisherEventCallbacks {
  /** A period of the offered deadline passed without a message. */
  deadline: StatusCallback<CountStatus> = null;
  /** A subscription requests more than the publisher offers. */
  incompatibleQos: StatusCallback<IncompatibleQosStatus> = null;
  /** The publisher did not assert its liveliness in time. */
  liveliness: StatusCallback<CountStatus> = null;
  /** A subscription of the topic has another type. */
  incompatibleType: StatusCallback<CountStatus> = null;
  /** A subscription appeared or disappeared. */
  matched: StatusCallback<MatchedStatus> = null;
  readonly _eventHandlers: EventHandler[] = [];

  /** Throws `OperationError` before Jazzy, which does not have it. */
  constructor() {
    requireJazzy('PublisherEventCallbacks', 'publisher event callbacks');
  }

  /** The handlers made from the callbacks when they were given to a publisher. */
  get eventHandlers(): EventHandler[] {
    return this._eventHandlers;
  }
}

/** Callbacks for the events of one subscription; null for events without a callback. */
export class SubscriptionEventCallbacks {
  /** A period of the requested deadline passed without a message. */
  deadline: StatusCallback<CountStatus> = null;
  /** A publisher offers less than the subscription requests. */
  incompatibleQos: StatusCallback<IncompatibleQosStatus> = null;
  /** A publisher became alive or lost its liveliness. */
  liveliness: StatusCallback<LivelinessChangedStatus> = null;
  /** A message was overwritten before it was handled. */
  messageLost: StatusCallback<CountStatus> = null;
  /** A publisher of the topic has another type. */
  incompatibleType: StatusCallback<CountStatus> = null;
  /** A publisher appeared or disappeared. */
  matched: StatusCallback<MatchedStatus> = null;
  readonly _eventHandlers: EventHandler[] = [];

  /** Throws `OperationError` before Jazzy, which does not have it. */
  constructor() {
    requireJazzy('SubscriptionEventCallbacks', 'subscription event callbacks');
  }

  /** The handlers made from the callbacks when they were given to a subscription. */
  get eventHandlers(): EventHandler[] {
    return this._eventHandlers;
  }
}

/**
 * Whether publishers have this event; they have all of them.
 *
 * @throws {OperationError} before Rolling, which cannot tell.
 * @throws {TypeValidationError} unless it is a number.
 * @throws {RangeValidationError} if there is no such event.
 */
export function isPublisherEventTypeSupported(eventType: number): boolean {
  const about = 'publisher event type';
  return isSupported('isPublisherEventTypeSupported', eventType, PublisherEventType, about);
}

/** Whether subscriptions have this event, see {@link isPublisherEventTypeSupported}. */
export function isSubscriptionEventTypeSupported(eventType: number): boolean {
  const about = 'subscription event type';
  return isSupported('isSubscriptionEventTypeSupported', eventType, SubscriptionEventType, about);
}

function isSupported(
  method: string,
  eventType: unknown,
  types: Readonly<Record<string, number>>,
  entityType: string,
): boolean {
  if (DistroUtils.getDistroId() < DistroUtils.DistroId.ROLLING) {
    throw unsupported(
      `${method} is only available in ROS 2 Rolling and later`,
      entityType,
      'rolling',
    );
  }
  if (typeof eventType !== 'number') {
    throw new TypeValidationError('eventType', eventType, 'number', { entityType });
  }
  if (!Object.values(types).includes(eventType)) {
    const set = entityType.startsWith('publisher') ? 'PublisherEventType' : 'SubscriptionEventType';
    throw new RangeValidationError('eventType', eventType, `one of ${set} values`, { entityType });
  }
  return true;
}

function requireJazzy(name: string, entityType: string): void {
  if (DistroUtils.getDistroId() >= DistroUtils.DistroId.JAZZY) return;
  throw unsupported(`${name} is only available in ROS 2 Jazzy and later`, entityType, 'jazzy');
}

function unsupported(message: string, entityType: string, requiredVersion: string): OperationError {
  return new OperationError(message, {
    code: 'UNSUPPORTED_ROS_VERSION',
    entityType,
    details: { requiredVersion, currentVersion: DistroUtils.getDistroId() },
  });
}
