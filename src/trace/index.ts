/**
 * Room `trace`: what a run did. Digests of order and content, one record per callback with its
 * cause.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`.
 */
export { CALLBACK_DEFINITION, CALLBACK_TYPE, CallbackEncoder } from './callback_message.js';
export { encodeFault, FAULT_DEFINITION, FAULT_TOPIC, FAULT_TYPE } from './fault_message.js';
export { type RunDigest, RunObserver, type RunObserverOptions } from './run_observer.js';
export {
  type CallbackRecord,
  type CallbackSink,
  entityName,
  type FaultSink,
  type MessageSink,
} from './sinks.js';
