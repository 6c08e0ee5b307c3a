/**
 * Room `interfaces`: ROS 2 interface definitions at run time — parsers of `.msg`, `.srv`,
 * `.action` and `.idl`, registry of types, compiled operations on messages (create, normalize, copy), CDR
 * codec, type hashes.
 *
 * Imports only `errors`. Other rooms import from this file only.
 */
export { arrayClass, type NumericArray, type NumericArrayClass } from './arrays.js';
export type { Distro } from './builtin/index.js';
export { type CanonicalFloats, canonicalFloats } from './canonical_floats.js';
export type { CdrReader } from './cdr_reader.js';
export { CdrWriter } from './cdr_writer.js';
export type { ReadFunction } from './compile_read.js';
export type { SizeFunction, WriteFunction } from './compile_write.js';
export type { DefinitionText } from './definition_source.js';
export { splitFieldPath, unlikeKinds, wrongFieldPath } from './field_path.js';
export type { Member } from './member.js';
export { checkArraySize, type MessageBudget } from './message_budget.js';
export {
  type ArrayShape,
  type Constant,
  type Field,
  type FieldType,
  fieldTypeText,
  type Literal,
  type MessageDefinition,
  type PrimitiveName,
} from './message_definition.js';
export {
  type DecodeOptions,
  type MessageObject,
  MessageType,
  type MessageTypeParts,
  type NormalizeOptions,
} from './message_type.js';
export { type InterfaceKind, type InterfaceName, parseInterfaceName } from './names.js';
export { type ParseContext, parseMessage, type Section, splitSections } from './parse_message.js';
export {
  bytesWithoutPlaces,
  leaveOutAddresses,
  type RecordedPlace,
  setRecordedPlaces,
  withoutPlaces,
} from './recorded_places.js';
export { type ActionParts, ActionType, ServiceType } from './service_type.js';
export {
  type DescribedType,
  describeMessage,
  type FieldDescription,
  type TypeDescription,
} from './type_hash.js';
export { TypeRegistry, type TypeRegistryOptions } from './type_registry.js';
export { canonicalSerialized, type NanWitness, setNanWitness } from './undeclared_floats.js';
export { decodeShown, unsignedChars } from './unsigned_chars.js';
