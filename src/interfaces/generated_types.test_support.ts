/** Random message definitions and values of them, for the property tests of this room. */
import fc from 'fast-check';
import type { Member } from './member.js';
import type { MessageObject, MessageType } from './message_type.js';
import { TypeRegistry } from './type_registry.js';

export const PRIMITIVES =
  'bool byte char int8 uint8 int16 uint16 int32 uint32 int64 uint64 float32 float64 string'.split(
    ' ',
  );

/** Every primitive; the independent implementation does not support wstring. */
export const ALL = [...PRIMITIVES, 'wstring'];

// ---- definitions: message A may use B and C, B may use C ----

const suffix = fc.constantFrom('', '', '[]', '[<=4]', '[3]', '[10]');

function fieldLines(
  bases: readonly string[],
  minLength: number,
  maxLength = 7,
): fc.Arbitrary<string> {
  const line = fc.tuple(fc.constantFrom(...bases), suffix).map(([base, array]) => {
    const bound = base === 'string' && array === '' ? '<=100' : '';
    return `${base}${bound}${array}`;
  });
  return fc
    .array(line, { minLength, maxLength })
    .map((lines) => lines.map((type, i) => `${type} f${i}_x\n`).join(''));
}

export function schemas(primitives: readonly string[], least = 0): fc.Arbitrary<string> {
  return fc
    .tuple(
      fieldLines([...primitives, 'B', 'C', 'builtin_interfaces/Time'], least),
      fieldLines([...primitives, 'C'], least),
      // Sometimes so many that the code of C is not inlined into the code of its container.
      fc.oneof(
        { weight: 5, arbitrary: fieldLines(primitives, least) },
        { weight: 1, arbitrary: fieldLines(['int8', 'float64', 'string'], 33, 36) },
      ),
    )
    .map(([a, b, c]) => {
      const line = '='.repeat(80);
      const time = `${line}\nMSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n`;
      return `${a}${line}\nMSG: g/B\n${b}${line}\nMSG: g/C\n${c}${time}`;
    });
}

// ---- values in canonical form ----

function scalar(member: Member, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { primitive, stringBound } = member.field.type;
  const integer = (min: number, max: number) =>
    fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, 0));
  switch (primitive!) {
    case 'bool':
      return fc.boolean();
    case 'byte':
    case 'uint8':
      return integer(0, 255);
    case 'char':
    case 'int8':
      return integer(-128, 127);
    case 'int16':
      return integer(-32768, 32767);
    case 'uint16':
      return integer(0, 65535);
    case 'int32':
      return integer(-(2 ** 31), 2 ** 31 - 1);
    case 'uint32':
      return integer(0, 2 ** 32 - 1);
    case 'int64':
      return fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    case 'uint64':
      return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    case 'float32':
      return fc.float();
    case 'float64':
      return fc.double();
    default:
      return stringBound === undefined ? text : text.map((s) => s.slice(0, stringBound));
  }
}

function fieldValue(member: Member, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const { array } = member.field.type;
  const one = member.nested === undefined ? scalar(member, text) : plainOf(member.nested, text);
  if (array === undefined) return one;
  const size = array.kind === 'unbounded' ? 20 : array.size;
  return fc.array(one, { minLength: array.kind === 'fixed' ? size : 0, maxLength: size });
}

export function plainOf(
  type: MessageType,
  text: fc.Arbitrary<string>,
): fc.Arbitrary<MessageObject> {
  const fields = type.members.map((m) => [m.field.name, fieldValue(m, text)] as const);
  return fc.record(Object.fromEntries(fields)) as fc.Arbitrary<MessageObject>;
}

export const ascii = fc.string({ unit: 'binary-ascii', maxLength: 120 });
export const unicode = fc.string({ unit: 'grapheme', maxLength: 120 });

export interface Case {
  readonly schema: string;
  readonly type: MessageType;
  readonly value: MessageObject;
}

export function typeOf(schema: string): MessageType {
  return new TypeRegistry({ amentPrefixPath: '' }).fromSchema('g/msg/A', schema);
}

export function cases(
  primitives: readonly string[],
  text: fc.Arbitrary<string>,
  least = 0,
): fc.Arbitrary<Case> {
  return schemas(primitives, least).chain((schema) => {
    const type = typeOf(schema);
    return plainOf(type, text).map((plain) => ({ schema, type, value: type.normalize(plain) }));
  });
}
