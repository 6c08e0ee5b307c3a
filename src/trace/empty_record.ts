import type { Subscription, Waitable } from '../graph/index.js';
import type { CallbackRecord } from './sinks.js';

/** An empty record of this entity. */
export function emptyRecord(entity: Waitable): CallbackRecord {
  return {
    number: 0,
    entity,
    time: 0,
    cause: 0,
    input: 0,
    outputs: 0,
    output: 0,
    thread: 0,
    duration: 0,
    overwritten: 0,
    waited: 0,
    publisher: undefined,
    sequence: 0,
    travelled: 0,
    state: 0,
    published: 0,
    publishers: [],
    sequences: [],
  };
}

/** Fills in the publisher of the message that the callback is about to receive. */
export function noteOrigin(record: CallbackRecord, entity: Waitable): void {
  if (isSubscription(entity)) {
    entity.originOfBeginning(record);
    return;
  }
  record.publisher = undefined;
  record.sequence = 0;
  record.travelled = 0;
}

/** Without `instanceof`, which would read the prototypes of every class, and they are seldom in the processor's caches. */
function isSubscription(entity: Waitable): entity is Subscription {
  return entity.kind === 'subscription';
}
