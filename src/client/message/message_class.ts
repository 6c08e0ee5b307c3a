import { basename } from 'node:path/posix';
import {
  arrayClass,
  type Member,
  type MessageType,
  type PrimitiveName,
} from '../../interfaces/index.js';
import { type MessageArrayClass, makeMessageArrayClass } from './message_array.js';
import {
  exactNumber,
  type MessageDefinitionJson,
  messageDefinition,
} from './message_definition.js';
import { MessageInstance } from './message_instance.js';
import { type MessageSlot, messageSlot } from './message_slot.js';

/** The parts of an interface's name. */
export interface InterfaceTypeInfo {
  pkgName: string;
  /** `msg`, `srv` or `action`. */
  subFolder: string;
  interfaceName: string;
}

/** A generated message class, e.g. what `rclnodejs.require('std_msgs/msg/String')` returns. */
export interface MessageClass {
  new (other?: unknown): MessageInstance;
  readonly name: string;
  type(): InterfaceTypeInfo;
  readonly ROSMessageDef: MessageDefinitionJson;
  readonly classType: MessageClass;
  /** Class of arrays of these messages. */
  readonly ArrayType: MessageArrayClass;
  readonly isROSArray: false;
  /** Whether it is one of the classes that wrap a single primitive, such as `std_msgs/msg/Int8`. */
  isPrimitive(): boolean;
  createArray(): InstanceType<MessageArrayClass>;
  /** The type of the class. */
  readonly messageType: MessageType;
  /** @internal */
  readonly slots: MessageSlots;
}

export interface MessageSlots {
  readonly values: readonly MessageSlot[];
  readonly names: ReadonlySet<string>;
}

const PRIMITIVE_CLASSES = new Map<string, PrimitiveName>([
  ['Bool', 'bool'],
  ['Int8', 'int8'],
  ['UInt8', 'uint8'],
  ['Int16', 'int16'],
  ['UInt16', 'uint16'],
  ['Int32', 'int32'],
  ['UInt32', 'uint32'],
  ['Int64', 'int64'],
  ['UInt64', 'uint64'],
  ['Float32', 'float32'],
  ['Float64', 'float64'],
  ['Char', 'char'],
  ['Byte', 'byte'],
  ['String', 'string'],
]);

/** Makes the class of a message type; `classOf` returns the classes of nested messages. */
export function makeMessageClass(
  messageType: MessageType,
  classOf: (type: MessageType) => MessageClass,
): MessageClass {
  const info = typeInfo(messageType.name);
  const primitive = PRIMITIVE_CLASSES.get(info.interfaceName);
  let slots: MessageSlots | undefined;
  let definition: MessageDefinitionJson | undefined;
  let arrayType: MessageArrayClass | undefined;

  class Message extends MessageInstance {
    static type(): InterfaceTypeInfo {
      return { ...info };
    }

    static get ROSMessageDef(): MessageDefinitionJson {
      definition ??= messageDefinition(messageType);
      return definition;
    }

    static get classType(): MessageClass {
      return Message;
    }

    static get ArrayType(): MessageArrayClass {
      arrayType ??= makeMessageArrayClass(Message, primitive && arrayClass(primitive));
      return arrayType;
    }

    static get isROSArray(): false {
      return false;
    }

    static isPrimitive(): boolean {
      return primitive !== undefined;
    }

    static createArray(): InstanceType<MessageArrayClass> {
      return new Message.ArrayType();
    }

    static get messageType(): MessageType {
      return messageType;
    }

    static get slots(): MessageSlots {
      // not before the first use: a type may be loaded long before its nested types are needed
      slots ??= makeSlots(messageType, (member) => classOf(member.nested as MessageType));
      return slots;
    }
  }

  Object.defineProperty(Message, 'name', { value: `${info.interfaceName}Wrapper` });
  for (const { name } of messageType.fields) defineAccessor(Message, name);
  defineConstants(Message, messageType);
  return Message;
}

function makeSlots(type: MessageType, classOf: (member: Member) => MessageClass): MessageSlots {
  const values = type.members.map((member) => messageSlot(type, member, classOf));
  return { values, names: new Set(values.map((slot) => slot.name)) };
}

function defineConstants(Class: MessageClass, { constants }: MessageType): void {
  for (const { name, value } of constants) {
    Object.defineProperty(Class, name, {
      value: exactNumber(value),
      enumerable: true,
      configurable: true,
    });
  }
}

function defineAccessor(Class: MessageClass, name: string): void {
  const slotOf = () => Class.slots.values.find((slot) => slot.name === name) as MessageSlot;
  let slot: MessageSlot | undefined;
  Object.defineProperty(Class.prototype, name, {
    configurable: true,
    get(this: MessageInstance): unknown {
      return this._fields[name];
    },
    set(this: MessageInstance, value: unknown) {
      slot ??= slotOf();
      this._fields[name] = slot.assign(value, this._fields[name]);
    },
  });
}

/** The parts of `package/kind/Name`. */
export function typeInfo(full: string): InterfaceTypeInfo {
  const [pkgName, subFolder] = full.split('/') as [string, string];
  return { pkgName, subFolder, interfaceName: basename(full) };
}
