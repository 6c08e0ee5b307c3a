/**
 * The parser of `.msg`, `.srv` and `.action` text.
 *
 * Grammar: https://docs.ros.org/en/jazzy/Concepts/Basic/About-Interfaces.html, with the details
 * of rosidl_adapter (which names are valid, how literals are written).
 */
import { OrreryError } from '../errors/index.js';
import { checkFieldCount, checkText } from './check_extent.js';
import type {
  Constant,
  Field,
  FieldType,
  MessageDefinition,
  PrimitiveName,
} from './message_definition.js';
import { isProblem, parseArray, parseScalar, skipSpace } from './parse_literal.js';

/** What the parser needs in addition to the text. */
export interface ParseContext {
  /** The package that unqualified nested types belong to. */
  readonly package: string;
  /** Name of the interface, for errors. */
  readonly type?: string;
  /** The file of the text, for errors. */
  readonly file?: string;
  /** Line number of the first line; 1 unless the text is a part of a file. */
  readonly firstLine?: number;
  /**
   * Accepts names that rosidl refuses (upper case fields, lower case constants).
   * For schemas found in recordings, which may come from ROS 1.
   */
  readonly lenient?: boolean;
}

const PRIMITIVES: ReadonlySet<string> = new Set<PrimitiveName>([
  'bool',
  'byte',
  'char',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
  'string',
  'wstring',
]);

const TYPE =
  /^([A-Za-z][A-Za-z0-9_]*)(?:\/(?:(msg)\/)?([A-Za-z][A-Za-z0-9_]*))?(?:<=(\d+))?(?:\[(<=)?(\d+)?\])?$/;
const FIELD_NAME = /^(?!.*__)(?!.*_$)[a-z][a-z0-9_]*$/;
const CONSTANT_NAME = /^[A-Z](_?[A-Z0-9])*$/;
/** Larger counts are refused: no message can hold them. */
const MAX_COUNT = 0xffffffff;

/** A line being parsed; creates errors about places in it. */
class Line {
  constructor(
    readonly text: string,
    readonly number: number,
    readonly context: ParseContext,
  ) {}

  /** @param at 0-based index in the line */
  fail(problem: string, at: number): never {
    const { file, type } = this.context;
    const where = file ?? type ?? 'definition';
    const shown = problem.length > 200 ? `${problem.slice(0, 200)}…` : problem;
    throw new OrreryError(
      'ORR_DEFINITION_SYNTAX',
      `${where}:${this.number}:${at + 1}: ${shown}; correct the definition.`,
      {
        place: {
          line: this.number,
          column: at + 1,
          ...(file === undefined ? {} : { file }),
          ...(type === undefined ? {} : { type }),
        },
      },
    );
  }
}

function count(line: Line, digits: string, what: string, least: number): number {
  const value = Number(digits);
  if (value < least || value > MAX_COUNT) line.fail(`${what} ${digits} is out of range`, 0);
  return value;
}

function parseType(line: Line, word: string, at: number): FieldType {
  const match = TYPE.exec(word);
  if (match === null) line.fail(`'${word}' is not a type`, at);
  const [, first, , second, bound, atMost, size] = match;
  const base = nestedOrPrimitive(line, first!, second, at);
  const array = word.endsWith(']')
    ? size === undefined
      ? { kind: 'unbounded' as const }
      : {
          kind: atMost === undefined ? ('fixed' as const) : ('bounded' as const),
          size: count(line, size, 'the array size', 1),
        }
    : undefined;
  if (word.endsWith(']') && atMost !== undefined && size === undefined) {
    line.fail(`'${word}' lacks the bound after <=`, at);
  }
  if (bound !== undefined && base.primitive !== 'string' && base.primitive !== 'wstring') {
    line.fail(`only string and wstring can be bounded, not ${first}`, at);
  }
  return {
    ...base,
    ...(bound === undefined ? {} : { stringBound: count(line, bound, 'the bound', 1) }),
    ...(array === undefined ? {} : { array }),
  };
}

function nestedOrPrimitive(line: Line, first: string, second: string | undefined, at: number) {
  if (second !== undefined) return { nested: `${first}/msg/${second}` };
  if (PRIMITIVES.has(first)) return { primitive: first as PrimitiveName };
  // Kept from ROS 1 by rosidl "for compatibility only".
  if (first === 'time') return { nested: 'builtin_interfaces/msg/Time' };
  if (first === 'duration') return { nested: 'builtin_interfaces/msg/Duration' };
  if (!/^[A-Z]/.test(first)) line.fail(`'${first}' is not a type`, at);
  return { nested: `${line.context.package}/msg/${first}` };
}

/** The end of the word that starts at `at`. */
function wordEnd(text: string, at: number, stops: string): number {
  while (at < text.length && !stops.includes(text[at]!)) at++;
  return at;
}

/** Fails if anything but a comment follows. */
function expectEnd(line: Line, at: number): void {
  const rest = skipSpace(line.text, at);
  if (rest < line.text.length && line.text[rest] !== '#') {
    line.fail(`'${line.text.slice(rest)}' is unexpected`, rest);
  }
}

function parseConstant(
  line: Line,
  name: string,
  nameAt: number,
  type: FieldType,
  at: number,
): Constant {
  if (type.primitive === undefined || type.array !== undefined) {
    line.fail(`the constant '${name}' must have a primitive type`, 0);
  }
  if (!line.context.lenient && !CONSTANT_NAME.test(name)) {
    line.fail(`'${name}' is not a constant's name: write it in upper case`, nameAt);
  }
  const start = skipSpace(line.text, at);
  const result = parseScalar(line.text, type, start);
  if (isProblem(result)) line.fail(result.problem, result.at);
  expectEnd(line, result.end);
  return { name, type: type.primitive, value: result.value };
}

function parseField(line: Line, name: string, nameAt: number, type: FieldType, at: number): Field {
  if (!line.context.lenient && !FIELD_NAME.test(name)) {
    line.fail(
      `'${name}' is not a field's name: use lower case letters, digits and single underscores`,
      nameAt,
    );
  }
  const start = skipSpace(line.text, at);
  if (start >= line.text.length || line.text[start] === '#') return { name, type };
  if (type.primitive === undefined) line.fail('a nested message cannot have a default', start);
  const result =
    type.array === undefined
      ? parseScalar(line.text, type, start)
      : parseArray(line.text, type, start);
  if (isProblem(result)) line.fail(result.problem, result.at);
  expectEnd(line, result.end);
  return { name, type, default: result.value };
}

/**
 * Parses the text of a `.msg` file, or of one section of a `.srv` or `.action` file.
 *
 * @throws `ORR_DEFINITION_SYNTAX` with line and column (1-based), `ORR_DEFINITION_LIMIT`
 */
export function parseMessage(text: string, context: ParseContext): MessageDefinition {
  const fields: Field[] = [];
  const constants: Constant[] = [];
  const names = new Set<string>();
  const owner = context.type ?? context.package;
  checkText(owner, text);
  const lines = text.split(/\r\n|\n|\r/);
  for (let i = 0; i < lines.length; i++) {
    const line = new Line(lines[i]!.trimEnd(), (context.firstLine ?? 1) + i, context);
    const typeAt = skipSpace(line.text, 0);
    if (typeAt >= line.text.length || line.text[typeAt] === '#') continue;
    const typeEnd = wordEnd(line.text, typeAt, ' \t#');
    const type = parseType(line, line.text.slice(typeAt, typeEnd), typeAt);
    const nameAt = skipSpace(line.text, typeEnd);
    const nameEnd = wordEnd(line.text, nameAt, ' \t#=');
    const name = line.text.slice(nameAt, nameEnd);
    if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) {
      line.fail(
        name === '' ? 'a name is missing after the type' : `'${name}' is not a name`,
        nameAt,
      );
    }
    if (names.has(name)) line.fail(`'${name}' is defined twice`, nameAt);
    names.add(name);
    checkFieldCount(owner, names.size);
    const next = skipSpace(line.text, nameEnd);
    if (line.text[next] === '=') constants.push(parseConstant(line, name, nameAt, type, next + 1));
    else fields.push(parseField(line, name, nameAt, type, nameEnd));
  }
  return { fields, constants };
}

/** One section of a `.srv` or `.action` text, and its first line. */
export interface Section {
  readonly text: string;
  readonly firstLine: number;
}

/**
 * Splits the text of a `.srv` (2 sections) or `.action` (3 sections) at its `---` lines.
 *
 * @throws `ORR_DEFINITION_SYNTAX` when the number of sections is wrong
 */
export function splitSections(text: string, sections: 2 | 3, context: ParseContext): Section[] {
  const lines = text.split(/\r\n|\n|\r/);
  const found: Section[] = [];
  let start = 0;
  for (let i = 0; i <= lines.length; i++) {
    if (i < lines.length && lines[i]!.trimEnd() !== '---') continue;
    found.push({ text: lines.slice(start, i).join('\n'), firstLine: start + 1 });
    if (found.length > sections) {
      new Line('', start, context).fail(`there are more than ${sections - 1} lines '---'`, 0);
    }
    start = i + 1;
  }
  if (found.length < sections) {
    new Line('', lines.length, context).fail(
      `${sections === 2 ? 'a service needs one line' : 'an action needs two lines'} '---' between its parts`,
      0,
    );
  }
  return found;
}
