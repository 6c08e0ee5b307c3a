import { ParameterError, ParameterTypeError, TypeValidationError } from '../errors/index.js';
import type { ParameterMessage, ParameterValueMessage } from './parameter_message.js';
import {
  isParameterType,
  isParameterValue,
  ParameterType,
  type ParameterValue,
} from './parameter_type.js';

/** A named, typed value of a node. */
export class Parameter {
  readonly _name: string;
  readonly _type: ParameterType;
  _value: ParameterValue;

  /** The parameter of an `rcl_interfaces/msg/Parameter`. */
  static fromParameterMessage(parameterMsg: ParameterMessage): Parameter {
    const type = parameterMsg.value.type as ParameterType;
    return new Parameter(parameterMsg.name, type, valueOfMessage(parameterMsg.value));
  }

  /**
   * @param value - must fit the type; integers may be numbers and are kept as bigint.
   * @throws {TypeValidationError} if the name is empty or not a string.
   * @throws {ParameterError} if there is no such type.
   * @throws {ParameterTypeError} if the value does not fit the type.
   */
  constructor(name: string, type: ParameterType, value?: ParameterValue) {
    this._name = name;
    this._type = type;
    this._value = asStored(type, value);
    this.validate();
  }

  get name(): string {
    return this._name;
  }

  get type(): ParameterType {
    return this._type;
  }

  get value(): ParameterValue {
    return this._value;
  }

  /** Sets the value, which must fit the type; throws `ParameterTypeError` if it does not. */
  set value(newValue: ParameterValue) {
    this._value = Array.isArray(newValue) && newValue.length === 0 ? null : newValue;
    this.validate();
  }

  /** Throws if name, type or value are not valid, as the constructor does. */
  validate(): void {
    requireName(this.name, 'parameter');
    if (!isParameterType(this.type)) {
      throw new ParameterError('Invalid parameter type', this.name, {
        details: { providedType: this.type },
      });
    }
    if (!isParameterValue(this.value, this.type)) {
      throw new ParameterTypeError(this.name, this.type, typeof this.value, {
        details: { providedValue: this.value },
      });
    }
  }

  /** As the fields of an `rcl_interfaces/msg/Parameter`. */
  toParameterMessage(): ParameterMessage {
    return { name: this.name, value: this.toParameterValueMessage() };
  }

  /**
   * As the fields of an `rcl_interfaces/msg/ParameterValue`; only the field of its type is present.
   */
  toParameterValueMessage(): ParameterValueMessage {
    const message: ParameterValueMessage = { type: this.type };
    const field = VALUE_FIELD.get(this.type);
    if (field === undefined) return message;
    const value =
      this.type === ParameterType.PARAMETER_BYTE_ARRAY
        ? (this.value as number[]).map((byte) => Math.trunc(byte))
        : this.value;
    return Object.assign(message, { [field]: value });
  }
}

const VALUE_FIELD = new Map<number, keyof ParameterValueMessage>([
  [ParameterType.PARAMETER_BOOL, 'bool_value'],
  [ParameterType.PARAMETER_INTEGER, 'integer_value'],
  [ParameterType.PARAMETER_DOUBLE, 'double_value'],
  [ParameterType.PARAMETER_STRING, 'string_value'],
  [ParameterType.PARAMETER_BYTE_ARRAY, 'byte_array_value'],
  [ParameterType.PARAMETER_BOOL_ARRAY, 'bool_array_value'],
  [ParameterType.PARAMETER_INTEGER_ARRAY, 'integer_array_value'],
  [ParameterType.PARAMETER_DOUBLE_ARRAY, 'double_array_value'],
  [ParameterType.PARAMETER_STRING_ARRAY, 'string_array_value'],
]);

function valueOfMessage(message: ParameterValueMessage): ParameterValue {
  const field = VALUE_FIELD.get(message.type);
  if (field === undefined) return undefined;
  const value = message[field];
  // a byte, integer, double or string array may come as a typed array
  const isSequence = typeof value === 'object' && value !== null;
  return (isSequence ? Array.from(value as ArrayLike<unknown>) : value) as ParameterValue;
}

function asStored(type: ParameterType, value: ParameterValue): ParameterValue {
  if (type === ParameterType.PARAMETER_INTEGER) return BigInt(value as bigint);
  if (type === ParameterType.PARAMETER_INTEGER_ARRAY && Array.isArray(value)) {
    return (value as (bigint | number)[]).map((item) =>
      Number.isInteger(item) ? BigInt(item) : item,
    ) as bigint[];
  }
  return value;
}

/** Throws `TypeValidationError` unless `name` is a string that is not empty. */
export function requireName(name: unknown, entityType: string): void {
  if (typeof name !== 'string' || name.trim().length === 0) {
    throw new TypeValidationError('name', name, 'non-empty string', { entityType });
  }
}
