/**
 * Definitions in `.idl` files: their structures as the sections of a message, service or action.
 *
 * Which files are interfaces follows rosidl_parser: one structure is a message, two are a service,
 * three an action; constants stand in a module `Name_Constants`, defaults in `@default`.
 */
import { checkFieldCount, checkText } from './check_extent.js';
import { schemaTypeText } from './derived_message.js';
import type { IdlMember, IdlStruct, IdlValue } from './idl_file.js';
import { failIdl } from './idl_tokens.js';
import type { Constant, Field, FieldType, Literal } from './message_definition.js';
import { isProblem, parseArray, parseScalar } from './parse_literal.js';
import type { ParseContext } from './parse_message.js';
import { readIdl } from './read_idl.js';
import type { ParsedSection } from './read_schema.js';

/** The suffixes of structure names after the name of the interface, by the number of structures. */
const SUFFIXES = {
  1: [''],
  2: ['_Request', '_Response'],
  3: ['_Goal', '_Result', '_Feedback'],
} as const;

/** A text as a literal of a `.msg` file. */
function quoted(text: string): string {
  const plain = text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return `"${plain}"`;
}

function literalText(value: Literal | readonly Literal[]): string {
  if (Array.isArray(value)) return `[${value.map((each) => literalText(each)).join(', ')}]`;
  return typeof value === 'string' ? quoted(value) : String(value as Literal);
}

/** Converts the members of one file. */
class Members {
  constructor(
    readonly text: string,
    readonly context: ParseContext,
  ) {}

  constant({ name, type, value }: IdlMember): Constant {
    return { name, type: type.primitive!, value: this.#scalar(type, value!) };
  }

  field({ name, type, value }: IdlMember): Field {
    if (value === undefined) return { name, type };
    if (type.primitive === undefined) this.#fail('a nested message cannot have a default', value);
    return {
      name,
      type,
      default: type.array ? this.#array(type, value) : this.#scalar(type, value),
    };
  }

  #fail(problem: string, { at }: IdlValue): never {
    return failIdl(this.text, this.context, problem, at);
  }

  #scalar(type: FieldType, value: IdlValue): Literal {
    const isText = type.primitive === 'string' || type.primitive === 'wstring';
    if (isText !== (value.kind === 'string')) {
      this.#fail(`'${value.text}' is not a ${type.primitive}`, value);
    }
    const text = isText ? quoted(value.text) : value.text;
    const parsed = parseScalar(text, type, 0);
    return isProblem(parsed) ? this.#fail(parsed.problem, value) : parsed.value;
  }

  /** rosidl writes the default of an array as the text of a tuple: `"(1, 2, 3)"`. */
  #array(type: FieldType, value: IdlValue): readonly Literal[] {
    const inner = /^\s*\(([\s\S]*)\)\s*$/.exec(value.kind === 'string' ? value.text : '')?.[1];
    if (inner === undefined) {
      this.#fail('the default of an array is written as a text: "(a, b, c)"', value);
    }
    const parsed = parseArray(`[${inner}]`, type, 0);
    return isProblem(parsed) ? this.#fail(parsed.problem, value) : parsed.value;
  }
}

function sectionText(fields: readonly Field[], constants: readonly Constant[]): string {
  const lines = [
    ...constants.map(({ name, type, value }) => `${type} ${name}=${literalText(value)}\n`),
    ...fields.map((field) => {
      const { name, type } = field;
      const given = field.default === undefined ? '' : ` ${literalText(field.default)}`;
      return `${schemaTypeText(type)} ${name}${given}\n`;
    }),
  ];
  return lines.join('');
}

/** Whether a structure has only the placeholder that rosidl puts into empty structures, which IDL forbids. */
function isPlaceholder({ members }: IdlStruct): boolean {
  return members.length === 1 && members[0]!.name === 'structure_needs_at_least_one_member';
}

/**
 * Parses an `.idl` file of a message (1 section), service (2) or action (3). The text of a section
 * is that of the equivalent `.msg` file.
 *
 * @throws `ORR_DEFINITION_SYNTAX` with line and column (1-based), `ORR_DEFINITION_LIMIT`
 */
export function parseIdl(text: string, count: 1 | 2 | 3, context: ParseContext): ParsedSection[] {
  const owner = context.type ?? context.package;
  checkText(owner, text);
  const { structs, constants } = readIdl(text, context);
  const name = owner.slice(owner.lastIndexOf('/') + 1);
  const expected = SUFFIXES[count].map((suffix) => name + suffix);
  const members = new Members(text, context);
  const stray = structs.find((struct, i) => struct.name !== expected[i]);
  if (stray !== undefined || structs.length !== count) {
    const problem = `the file must have the structures ${expected.join(', ')} in this order, and no others`;
    failIdl(text, context, problem, stray?.at ?? 0);
  }
  return structs.map((struct) => {
    const fields = isPlaceholder(struct) ? [] : struct.members.map((each) => members.field(each));
    const own = constants.get(`${struct.name}_Constants`) ?? [];
    const values = own.map((each) => members.constant(each));
    checkFieldCount(owner, fields.length + values.length);
    checkTwice(text, context, [...own, ...struct.members]);
    return {
      definition: { fields, constants: values },
      text: sectionText(fields, values),
    };
  });
}

function checkTwice(text: string, context: ParseContext, members: readonly IdlMember[]): void {
  const names = new Set<string>();
  for (const { name, at } of members) {
    if (names.has(name)) failIdl(text, context, `'${name}' is defined twice`, at);
    names.add(name);
  }
}
