/**
 * Room `trace`: what a run did. Digests of order and content, callbacks with their causes as columns,
 * and checkpoints by which two traces are compared.
 *
 * May import: `errors`, `kernel`, `interfaces`, `graph`.
 */

export { CallbackBlock } from './callback_block.js';
export { type CallbackFields, publicationsOf } from './callback_fields.js';
export {
  CALLBACKS_DEFINITION,
  CALLBACKS_TOPIC,
  CALLBACKS_TYPE,
  type TableShape,
} from './callbacks_definition.js';
export {
  CHECKPOINT_EVERY,
  CHECKPOINTS_DEFINITION,
  CHECKPOINTS_TOPIC,
  CHECKPOINTS_TYPE,
  type Checkpoints,
  decodeCheckpoints,
  encodeCheckpoints,
} from './checkpoints.js';
export { ComparedRows, type Halves } from './compared_rows.js';
export { type DecodedBlock, decodeBlock } from './decode_block.js';
export {
  decodeEntity,
  ENTITIES_TOPIC,
  ENTITY_DEFINITION,
  ENTITY_TYPE,
  encodeEntity,
} from './encode_entity.js';
export {
  decodeFault,
  encodeFault,
  FAULT_DEFINITION,
  FAULT_TOPIC,
  FAULT_TYPE,
} from './fault_message.js';
export type { PublicationFields } from './publication_fields.js';
export type { RowTable } from './row_table.js';
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
