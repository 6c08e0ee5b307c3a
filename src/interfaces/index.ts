/**
 * Room `interfaces`: ROS 2 interface definitions at run time — parser of `.msg`, `.srv` and
 * `.action`, registry of types, compiled operations on messages (create, normalize, copy), CDR
 * codec, type hashes.
 *
 * Imports only `errors`. Other rooms import from this file only.
 */
export { arrayClass, type NumericArray, type NumericArrayClass } from './arrays.js';
export type { Distro } from './builtin/index.js';
export { CdrWriter } from './cdr_writer.js';
export type {
  ArrayShape,
  Constant,
  Field,
  FieldType,
  Literal,
  MessageDefinition,
  PrimitiveName,
} from './definition.js';
export { fieldTypeText } from './definition.js';
export type { Member } from './member.js';
export type { DecodeOptions, MessageObject, NormalizeOptions } from './message_type.js';
export { MessageType } from './message_type.js';
export type { InterfaceKind, InterfaceName } from './names.js';
export { parseInterfaceName } from './names.js';
export type { ParseContext, Section } from './parser.js';
export { parseMessage, splitSections } from './parser.js';
export type { TypeRegistryOptions } from './registry.js';
export { TypeRegistry } from './registry.js';
export { ActionType, ServiceType } from './service_type.js';
export type { DescribedType, TypeDescription } from './type_hash.js';
export { describeMessage } from './type_hash.js';
