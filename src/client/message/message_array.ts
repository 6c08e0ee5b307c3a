import type { NumericArray, NumericArrayClass } from '../../interfaces/index.js';
import type { MessageClass } from './message_class.js';
import type { MessageInstance } from './message_instance.js';

/** The content of an array of messages: messages, or a typed array for number types. */
export type MessageArrayData = MessageInstance[] | NumericArray;

/** An array of messages of one class: an instance of that class's `ArrayType`. */
export interface MessageArray {
  readonly data: MessageArrayData;
  /** Number of elements; setting it replaces all elements by new ones. */
  size: number;
  capacity: number;
  /** Replaces all elements; each value is a message, a plain object or a primitive. */
  fill(values: ArrayLike<unknown>): void;
  /**
   * Copies the elements of another array; nothing is shared. Throws `TypeError` on another type.
   */
  copy(other: MessageArray): void;
  toPlainObject(enableTypedArray?: boolean): unknown;
  readonly classType: MessageArrayClass;
}

/** A class of {@link MessageArray}s. */
export interface MessageArrayClass {
  new (size?: number): MessageArray;
  readonly elementType: MessageClass;
  readonly isROSArray: true;
  readonly useTypedArray: boolean;
  readonly name: string;
}

/** What the array classes of all messages have in common. */
export abstract class MessageArrayBase implements MessageArray {
  _wrappers: MessageArrayData = [];

  constructor(size = 0) {
    this._resize(size);
  }

  abstract get classType(): MessageArrayClass;

  /** The class of the data if the elements are numbers. */
  abstract get _typedArray(): NumericArrayClass | undefined;

  get data(): MessageArrayData {
    return this._wrappers;
  }

  get size(): number {
    return this._wrappers.length;
  }

  set size(value: number) {
    this._resize(requireNumber(value, this.classType.name, 'size'));
  }

  get capacity(): number {
    return this._wrappers.length;
  }

  set capacity(value: number) {
    this._resize(requireNumber(value, this.classType.name, 'capacity'));
  }

  fill(values: ArrayLike<unknown>): void {
    const { _typedArray: typedArray, classType } = this;
    if (typedArray !== undefined) {
      this._wrappers =
        values instanceof typedArray ? values : new typedArray(values as ArrayLike<number>);
    } else {
      this._wrappers = Array.from(values, (value) => new classType.elementType(value));
    }
  }

  copy(other: MessageArray): void {
    const { classType } = this;
    if (!(other instanceof classType)) {
      throw new TypeError(`Invalid argument: should provide "${classType.name}".`);
    }
    this._wrappers = Array.isArray(other.data)
      ? other.data.map((message) => new classType.elementType(message))
      : other.data.slice();
  }

  toPlainObject(enableTypedArray = true): unknown {
    const data = this._wrappers;
    if (Array.isArray(data)) return data.map((item) => item.toPlainObject(enableTypedArray));
    return enableTypedArray ? data.slice() : Array.from(data as ArrayLike<number>);
  }

  _resize(size: number): void {
    if (size < 0) {
      throw new RangeError('Invalid argument: should provide a positive number');
    }
    const { _typedArray: typedArray, classType } = this;
    this._wrappers =
      typedArray === undefined
        ? Array.from({ length: size }, () => new classType.elementType())
        : new typedArray(size);
  }
}

/** Makes `ArrayType` of a class; `typedArray` is given for the classes of number types. */
export function makeMessageArrayClass(
  elementType: MessageClass,
  typedArray: NumericArrayClass | undefined,
): MessageArrayClass {
  class ArrayOfMessages extends MessageArrayBase {
    static get elementType(): MessageClass {
      return elementType;
    }

    static get isROSArray(): true {
      return true;
    }

    static get useTypedArray(): boolean {
      return typedArray !== undefined;
    }

    get classType(): MessageArrayClass {
      return ArrayOfMessages as MessageArrayClass;
    }

    get _typedArray(): NumericArrayClass | undefined {
      return typedArray;
    }
  }

  Object.defineProperty(ArrayOfMessages, 'name', {
    value: `${elementType.name.replace(/Wrapper$/, '')}ArrayWrapper`,
  });
  return ArrayOfMessages as MessageArrayClass;
}

function requireNumber(value: unknown, name: string, property: string): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`Invalid argument: should provide a number to ${name}.${property} setter`);
}
