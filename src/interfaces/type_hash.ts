/**
 * Type hashes (RIHS01): SHA-256 over the JSON of the type description. REP-2011 and REP-2016 are
 * drafts; the code of rosidl_generator_type_description is the specification.
 */
import { createHash } from 'node:crypto';
import type { FieldType, PrimitiveName } from './message_definition.js';
import type { MessageType } from './message_type.js';

/** One field as it enters the hash, without default value. Key order matters. */
export interface FieldDescription {
  readonly name: string;
  readonly type: {
    readonly type_id: number;
    readonly capacity: number;
    readonly string_capacity: number;
    readonly nested_type_name: string;
  };
}

/** A type as it enters the hash. */
export interface TypeDescription {
  readonly type_name: string;
  readonly fields: readonly FieldDescription[];
}

/** A description and, by name, the descriptions of all types that it refers to. */
export interface DescribedType {
  readonly description: TypeDescription;
  readonly referenced: ReadonlyMap<string, TypeDescription>;
}

const NESTED = 1;
/** type_description_interfaces/msg/FieldType */
const TYPE_ID: Readonly<Record<PrimitiveName, number>> = {
  int8: 2,
  uint8: 3,
  int16: 4,
  uint16: 5,
  int32: 6,
  uint32: 7,
  int64: 8,
  uint64: 9,
  float32: 10,
  float64: 11,
  // char of .msg is uint8 of IDL.
  char: 3,
  bool: 15,
  byte: 16,
  string: 17,
  wstring: 18,
};
/** Types that only `.idl` files have. */
const IDL_TYPE_ID = { char: 13, wchar: 14 } as const;
const BOUNDED_STRING = { string: 21, wstring: 22 } as const;
const ARRAY_OFFSET = { fixed: 48, bounded: 96, unbounded: 144 } as const;

function typeId(type: FieldType): number {
  const { primitive, stringBound, array, idl } = type;
  let id = primitive === undefined ? NESTED : TYPE_ID[primitive];
  if (idl !== undefined) id = IDL_TYPE_ID[idl];
  if (stringBound !== undefined) id = BOUNDED_STRING[primitive as 'string' | 'wstring'];
  return array === undefined ? id : id + ARRAY_OFFSET[array.kind];
}

function describeField(name: string, type: FieldType): FieldDescription {
  const { array } = type;
  return {
    name,
    type: {
      type_id: typeId(type),
      capacity: array === undefined || array.kind === 'unbounded' ? 0 : array.size,
      string_capacity: type.stringBound ?? 0,
      nested_type_name: type.nested ?? '',
    },
  };
}

/** The member of an empty message in IDL, which forbids empty structs. */
const PLACEHOLDER = describeField('structure_needs_at_least_one_member', { primitive: 'uint8' });

/** Describes a message type. */
export function describeMessage(type: MessageType): DescribedType {
  const referenced = new Map<string, TypeDescription>();
  const visit = (t: MessageType): TypeDescription => {
    for (const { nested } of t.members) {
      if (nested !== undefined && !referenced.has(nested.name)) {
        referenced.set(nested.name, visit(nested));
      }
    }
    const fields = t.fields.map((f) => describeField(f.name, f.type));
    return { type_name: t.name, fields: fields.length === 0 ? [PLACEHOLDER] : fields };
  };
  return { description: visit(type), referenced };
}

/** Describes a service or action, whose fields are its message types. */
export function describeComposite(
  name: string,
  parts: readonly (readonly [field: string, part: DescribedType])[],
): DescribedType {
  const referenced = new Map<string, TypeDescription>();
  for (const [, part] of parts) {
    for (const [nested, description] of part.referenced) referenced.set(nested, description);
    referenced.set(part.description.type_name, part.description);
  }
  const fields = parts.map(([field, part]) =>
    describeField(field, { nested: part.description.type_name }),
  );
  return { description: { type_name: name, fields }, referenced };
}

/** JSON with the separators of Python's `json.dumps`, ASCII only. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}: ${pythonJson(v)}`);
    return `{${parts.join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** The hash of a described type. */
export function typeHash(type: DescribedType): string {
  const names = [...type.referenced.keys()].sort((a, b) => (a < b ? -1 : 1));
  const json = pythonJson({
    type_description: type.description,
    referenced_type_descriptions: names.map((name) => type.referenced.get(name)),
  });
  return `RIHS01_${createHash('sha256').update(json).digest('hex')}`;
}

/** The hash of a message type. */
export function messageHash(type: object): string {
  return typeHash(describeMessage(type as MessageType));
}
