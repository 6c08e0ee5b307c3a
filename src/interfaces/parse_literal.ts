/** Literals of definitions: the values of constants and defaults. */
import {
  type FieldType,
  INTEGER_RANGE,
  type Literal,
  type PrimitiveName,
} from './message_definition.js';

/** Why a literal is wrong, and where in its text (0-based). */
export interface LiteralProblem {
  readonly problem: string;
  readonly at: number;
}

/** A parsed literal and how many characters of the text it took (trailing comment excluded). */
export interface ParsedLiteral<T> {
  readonly value: T;
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

/** Narrows the result of the functions below. */
export function isProblem(result: object): result is LiteralProblem {
  return 'problem' in result;
}

/** Resolves the escapes in a quoted string. */
function unescapeString(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g,
    (_all, hex: string | undefined, unicode: string | undefined, other: string | undefined) => {
      const code = hex ?? unicode;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return ESCAPES[other!] ?? other!;
    },
  );
}

/** A quoted string that starts at `start`. */
function quoted(text: string, start: number): ParsedLiteral<string> | LiteralProblem {
  const quote = text[start]!;
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) {
      return { value: unescapeString(text.slice(start + 1, i)), end: i + 1 };
    }
  }
  return { problem: `the string is not closed by ${quote}`, at: start };
}

function parseBool(text: string): boolean | undefined {
  const lower = text.toLowerCase();
  if (lower === 'true' || text === '1') return true;
  if (lower === 'false' || text === '0') return false;
  return undefined;
}

function parseFloatText(text: string): number | undefined {
  if (/^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text)) return Number(text);
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special === null) return undefined;
  if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

function parseInteger(text: string, primitive: PrimitiveName): Literal | string {
  const match = /^([+-]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|\d+)$/.exec(text);
  if (match === null) return `'${text}' is not an integer`;
  if (match[2]!.length > 80) return 'the number is too long';
  const magnitude = BigInt(match[2]!);
  const value = match[1] === '-' ? -magnitude : magnitude;
  const [low, high] = INTEGER_RANGE[primitive]!;
  if (value < low || value > high) return `${text} is not in the range of ${primitive}`;
  return primitive === 'int64' || primitive === 'uint64' ? value : Number(value);
}

/** One scalar from an already delimited text. For an integer, a string result is a problem. */
function parseScalarText(
  text: string,
  primitive: PrimitiveName,
  at: number,
): { value: Literal } | LiteralProblem {
  if (text === '') return { problem: `a value of type ${primitive} is missing`, at };
  if (primitive === 'bool') {
    const value = parseBool(text);
    return value === undefined ? { problem: `'${text}' is neither true nor false`, at } : { value };
  }
  if (primitive === 'float32' || primitive === 'float64') {
    const value = parseFloatText(text);
    if (value === undefined) return { problem: `'${text}' is not a number`, at };
    return { value: primitive === 'float32' ? Math.fround(value) : value };
  }
  const value = parseInteger(text, primitive);
  return typeof value === 'string' ? { problem: value, at } : { value };
}

function checkBound(value: string, type: FieldType, at: number): LiteralProblem | undefined {
  if (type.stringBound === undefined || value.length <= type.stringBound) return undefined;
  return { problem: `the string is longer than its bound of ${type.stringBound}`, at };
}

/**
 * One scalar literal at the start of `text`, which is the rest of a line.
 * `stops` are the characters that end an unquoted value besides `#`.
 */
export function parseScalar(
  text: string,
  type: FieldType,
  start: number,
  stops = '',
): ParsedLiteral<Literal> | LiteralProblem {
  const primitive = type.primitive!;
  const isString = primitive === 'string' || primitive === 'wstring';
  if (isString && (text[start] === '"' || text[start] === "'")) {
    const result = quoted(text, start);
    if (isProblem(result)) return result;
    return checkBound(result.value, type, start) ?? result;
  }
  let end = start;
  while (end < text.length && text[end] !== '#' && !stops.includes(text[end]!)) end++;
  const word = text.slice(start, end).trimEnd();
  if (isString) return checkBound(word, type, start) ?? { value: word, end };
  const result = parseScalarText(word, primitive, start);
  return isProblem(result) ? result : { value: result.value, end };
}

/** An array literal `[a, b, c]` at `start`. */
export function parseArray(
  text: string,
  type: FieldType,
  start: number,
): ParsedLiteral<readonly Literal[]> | LiteralProblem {
  if (text[start] !== '[') {
    return { problem: 'the default of an array is written in brackets: [a, b, c]', at: start };
  }
  const values: Literal[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== ']') {
    const item = parseScalar(text, type, at, ',]');
    if (isProblem(item)) return item;
    values.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
    else if (text[at] !== ']') return { problem: "',' or ']' is missing", at };
  }
  const array = type.array!;
  if (array.kind === 'fixed' && values.length !== array.size) {
    return {
      problem: `the default has ${values.length} values instead of ${array.size}`,
      at: start,
    };
  }
  if (array.kind === 'bounded' && values.length > array.size) {
    return { problem: `the default has more than ${array.size} values`, at: start };
  }
  return { value: values, end: at + 1 };
}

/** The index of the first character at or after `at` that is not a blank. */
export function skipSpace(text: string, at: number): number {
  while (at < text.length && (text[at] === ' ' || text[at] === '\t')) at++;
  return at;
}
