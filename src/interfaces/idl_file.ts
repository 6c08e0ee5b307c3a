/** What an `.idl` file declares, as plain data. */
import type { FieldType } from './message_definition.js';

/** A value as written in the file: `sign` and digits, a text, or a name. */
export interface IdlValue {
  readonly kind: 'number' | 'string' | 'name';
  readonly text: string;
  readonly at: number;
}

/** A field or constant. */
export interface IdlMember {
  readonly name: string;
  readonly at: number;
  readonly type: FieldType;
  /** A constant's value or a field's default. */
  readonly value?: IdlValue;
}

/** A structure. */
export interface IdlStruct {
  readonly name: string;
  readonly at: number;
  readonly members: readonly IdlMember[];
}

/** What a file declares. */
export interface IdlFile {
  readonly structs: readonly IdlStruct[];
  /** By the name of the innermost module. */
  readonly constants: ReadonlyMap<string, readonly IdlMember[]>;
}
