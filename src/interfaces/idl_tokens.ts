/** The words of an `.idl` file (OMG IDL 4.2, as far as rosidl uses it). */
import { OrreryError } from '../errors/index.js';
import type { ParseContext } from './parse_message.js';

/** One word and its place. */
export interface IdlToken {
  /** `string` for text in quotes; its `text` has no quotes and its escapes are resolved. */
  readonly kind: 'name' | 'number' | 'string' | 'sign' | 'end';
  readonly text: string;
  /** Index in the file. */
  readonly at: number;
}

const TOKEN =
  /(\s+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/|#[^\n\r]*)|([A-Za-z_][A-Za-z0-9_]*(?!["A-Za-z0-9_]))|([0-9][0-9a-zA-Z_.]*(?:(?<=[eE])[+-][0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?[dD]?)|(L?)"((?:[^"\\]|\\[\s\S])*)"|(::|[{}();:,<>[\]@=+\-*/%|^&~])/y;

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  v: '\v',
  b: '\b',
  r: '\r',
  f: '\f',
  a: '\x07',
};

/** Octal, hexadecimal and Unicode escapes, and those of one character. */
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([\s\S]))/g;

/** Resolves escapes; in narrow strings `\u` is not one, as in rosidl. */
function withoutEscapes(text: string, wide: boolean): string {
  return text.replace(ESCAPE, (all, octal?: string, hex?: string, code?: string, one?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (code !== undefined) return wide ? String.fromCharCode(Number.parseInt(code, 16)) : all;
    return ESCAPES[one!] ?? one!;
  });
}

/** Refuses a file, naming the line and column of an index in it. */
export function failIdl(text: string, context: ParseContext, problem: string, at: number): never {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  const [line, column] = [before.length, before.at(-1)!.length + 1];
  const { file, type } = context;
  const shown = problem.length > 200 ? `${problem.slice(0, 200)}…` : problem;
  throw new OrreryError(
    'ORR_DEFINITION_SYNTAX',
    `${file ?? type ?? 'definition'}:${line}:${column}: ${shown}; correct the definition.`,
    {
      place: {
        line,
        column,
        ...(file === undefined ? {} : { file }),
        ...(type === undefined ? {} : { type }),
      },
    },
  );
}

/**
 * Splits a file into words; `#include` lines are skipped, since the registry finds types by name.
 *
 * @throws `ORR_DEFINITION_SYNTAX`
 */
export function idlTokens(text: string, context: ParseContext): IdlToken[] {
  const tokens: IdlToken[] = [];
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) failIdl(text, context, `'${text.slice(at, at + 1)}' is unexpected`, at);
    const [, blank, name, number, wide, quoted, sign] = found;
    if (blank !== undefined) continue;
    if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (quoted !== undefined) {
      tokens.push({ kind: 'string', text: withoutEscapes(quoted, wide === 'L'), at });
    } else tokens.push({ kind: 'sign', text: sign!, at });
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}
