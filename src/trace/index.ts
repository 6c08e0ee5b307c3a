/**
 * Room `trace`: what a run did. Digests of order and content, one record per callback with its
 * cause, and checkpoints by which two traces are compared.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`.
 */
export {
  CALLBACK_DEFINITION,
  CALLBACK_TYPE,
  type CallbackFields,
  decodeCallback,
  FoldedCallback,
  type PublicationOfCallback,
  publicationsOf,
} from './callback_message.js';
export {
  CHECKPOINT_EVERY,
  CHECKPOINTS_DEFINITION,
  CHECKPOINTS_TOPIC,
  CHECKPOINTS_TYPE,
  CheckpointChain,
  type Checkpoints,
  decodeCheckpoints,
  type RecordStamp,
} from './checkpoints.js';
export {
  decodeFault,
  encodeFault,
  FAULT_DEFINITION,
  FAULT_TOPIC,
  FAULT_TYPE,
} from './fault_message.js';
export {
  decodePublication,
  PUBLICATION_DEFINITION,
  PUBLICATION_TYPE,
  PublicationEncoder,
  type PublicationFields,
} from './publication_message.js';
export { type RunDigest, RunObserver, type RunObserverOptions } from './run_observer.js';
export {
  type CallbackRecord,
  type CallbackSink,
  entityName,
  type FaultSink,
  type MessageSink,
  type PublicationRecord,
  type PublicationSink,
} from './sinks.js';
export {
  type DescribedEntity,
  type DescribedPublisher,
  decodeSystem,
  encodeSystem,
  SYSTEM_DEFINITION,
  SYSTEM_TOPIC,
  SYSTEM_TYPE,
  type SystemDescription,
} from './system_description.js';
