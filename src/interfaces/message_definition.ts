/** The parsed form of interface definitions: plain data, no behaviour. */

/** The primitive types of ROS 2 interface definitions. */
export type PrimitiveName =
  | 'bool'
  | 'byte'
  | 'char'
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'string'
  | 'wstring';

/**
 * The kind of array of a field, if it is one. `fixed` is `[N]`, `bounded` is `[<=N]`, `unbounded`
 * is `[]`.
 */
export type ArrayShape =
  | { readonly kind: 'fixed'; readonly size: number }
  | { readonly kind: 'bounded'; readonly size: number }
  | { readonly kind: 'unbounded' };

/** The type of a field. */
export interface FieldType {
  /** The primitive type, or `undefined` for a nested message. */
  readonly primitive?: PrimitiveName;
  /** Full name of the nested message, e.g. `geometry_msgs/msg/Pose`; `undefined` for primitives. */
  readonly nested?: string;
  /** Upper bound of a string's length, for `string<=N` and `wstring<=N`. */
  readonly stringBound?: number;
  /** The name of the type in an `.idl` file, if `.msg` files have no such type. */
  readonly idl?: 'char' | 'wchar';
  /** Present if and only if the field is an array or a sequence. */
  readonly array?: ArrayShape;
}

/** A literal of a definition: a constant's value or a default. 64-bit integers are bigint. */
export type Literal = boolean | number | bigint | string;

/** One field of a message. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** The default value from the definition, if it gives one. */
  readonly default?: Literal | readonly Literal[];
}

/** One constant of a message. */
export interface Constant {
  readonly name: string;
  readonly type: PrimitiveName;
  readonly value: Literal;
}

/** The content of one message definition (or of one section of a service or action). */
export interface MessageDefinition {
  readonly fields: readonly Field[];
  readonly constants: readonly Constant[];
}

/** The lowest and highest value of each integer type. */
export const INTEGER_RANGE: Readonly<Record<string, readonly [bigint, bigint]>> = {
  byte: [0n, 255n],
  // `char` is uint8 in ROS 2 and int8 in rclnodejs; both ranges are accepted.
  char: [-128n, 255n],
  int8: [-128n, 127n],
  uint8: [0n, 255n],
  int16: [-32768n, 32767n],
  uint16: [0n, 65535n],
  int32: [-2147483648n, 2147483647n],
  uint32: [0n, 4294967295n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

/** Bytes of one value on the wire, which is also its alignment; 0 for strings. */
export const PRIMITIVE_SIZE: Readonly<Record<PrimitiveName, 0 | 1 | 2 | 4 | 8>> = {
  bool: 1,
  byte: 1,
  char: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  float32: 4,
  float64: 8,
  string: 0,
  wstring: 0,
};

/** The type of a field as written in a definition, e.g. `string<=10[<=3]`. */
export function fieldTypeText(type: FieldType): string {
  const bound = type.stringBound === undefined ? '' : `<=${type.stringBound}`;
  const array = type.array;
  const suffix =
    array === undefined
      ? ''
      : array.kind === 'unbounded'
        ? '[]'
        : `[${array.kind === 'bounded' ? '<=' : ''}${array.size}]`;
  return (type.primitive ?? type.nested ?? '') + bound + suffix;
}
