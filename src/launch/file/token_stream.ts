import { type ExpressionValue, fail } from './expression_value.js';

type Token =
  | { readonly kind: 'literal'; readonly text: string; readonly value: ExpressionValue }
  | { readonly kind: 'name' | 'operator'; readonly text: string };

const FLOAT = /(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*|\d[\d_]*(?=[eE]))(?:[eE][+-]?\d+)?/y;
const INTEGER = /0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|\d[\d_]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const OPERATOR = /\*\*|\/\/|==|!=|<=|>=|[-+*/%<>()[\].,:]/y;
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/sy;
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
]);

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function unquote(source: string): string {
  // An escape that is not known keeps its backslash, as in Python.
  return source.slice(1, -1).replace(/\\(.)/gs, (all, char: string) => ESCAPES.get(char) ?? all);
}

function integerValue(text: string): bigint {
  if (/^0\d/.test(text) && /[1-9]/.test(text)) fail(`"${text}" must not begin with zero`);
  return BigInt(text.replaceAll('_', ''));
}

/** Splits an expression into tokens. */
function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at]!)) {
      at++;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(text: string, at: number): Token {
  const string = match(STRING, text, at);
  if (string !== undefined) return { kind: 'literal', text: string, value: unquote(string) };
  const float = match(FLOAT, text, at);
  if (float !== undefined) {
    return { kind: 'literal', text: float, value: Number(float.replaceAll('_', '')) };
  }
  const integer = match(INTEGER, text, at);
  if (integer !== undefined) {
    return { kind: 'literal', text: integer, value: integerValue(integer) };
  }
  const name = match(NAME, text, at);
  if (name !== undefined) return { kind: 'name', text: name };
  const operator = match(OPERATOR, text, at);
  if (operator !== undefined) return { kind: 'operator', text: operator };
  if (text[at] === "'" || text[at] === '"') return fail(`The quote ${text[at]} is not closed`);
  return fail(`The character "${text[at]}" is not part of the expression language`);
}

/** The tokens of an expression, read from the front. */
export class TokenStream {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  /** The next token, which is consumed. */
  next(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  /** The next operator or name, which is not consumed. */
  peek(): string | undefined {
    const token = this.#tokens[this.#at];
    return token === undefined || token.kind === 'literal' ? undefined : token.text;
  }

  /** The text of the token after the next. */
  get following(): string | undefined {
    return this.#tokens[this.#at + 1]?.text;
  }

  /** Consumes the operator or name if it is next. */
  take(text: string): boolean {
    if (this.peek() !== text) return false;
    this.#at++;
    return true;
  }

  /** Consumes a text literal if one is next. */
  takeText(): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'literal' || typeof token.value !== 'string') return undefined;
    this.#at++;
    return token.value;
  }

  expect(text: string): void {
    if (this.take(text)) return;
    const found = this.#tokens[this.#at]?.text;
    fail(`"${text}" is missing ${found === undefined ? 'at the end' : `before "${found}"`}`);
  }
}
