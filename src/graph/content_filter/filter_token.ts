import type { FilterValue } from './filter_node.js';

/** A token of a filter expression, with the index at which it starts. */
export type FilterToken = { readonly index: number } & (
  | { readonly kind: 'literal'; readonly value: FilterValue }
  | { readonly kind: 'parameter'; readonly number: number }
  | { readonly kind: 'field'; readonly path: readonly (string | number)[] }
  | { readonly kind: 'keyword' | 'symbol'; readonly text: string }
);

const TOKEN =
  /\s*(?:(?<string>'(?:[^']|'')*'|`(?:[^'`])*'|"(?:[^"])*")|%(?<parameter>\d+)|(?<number>[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?))|(?<word>[A-Za-z_]\w*(?:\[\d+\])*(?:\.[A-Za-z_]\w*(?:\[\d+\])*)*)|(?<symbol><=|>=|<>|!=|==|[=<>()]))/y;

const KEYWORDS = new Set(['AND', 'OR', 'NOT', 'LIKE', 'BETWEEN']);

/**
 * Splits a filter expression into tokens.
 *
 * @throws {Error} at the first character that does not start a token.
 */
export function filterTokens(expression: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  const end = expression.trimEnd().length;
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < end) {
    const start = pattern.lastIndex;
    const groups = pattern.exec(expression)?.groups;
    if (groups === undefined) {
      throw new Error(`Content filter '${expression}' cannot be read at index ${start}.`);
    }
    tokens.push(tokenOf(groups, start));
  }
  return tokens;
}

function tokenOf(groups: Record<string, string | undefined>, index: number): FilterToken {
  const { string, parameter, number, word, symbol } = groups;
  if (string !== undefined) {
    return { index, kind: 'literal', value: string.slice(1, -1).replaceAll("''", "'") };
  }
  if (parameter !== undefined) return { index, kind: 'parameter', number: Number(parameter) };
  if (number !== undefined) return { index, kind: 'literal', value: numberOf(number) };
  if (symbol !== undefined) {
    const text = symbol === '!=' ? '<>' : symbol === '==' ? '=' : symbol;
    return { index, kind: 'symbol', text };
  }
  return wordOf(word as string, index);
}

function wordOf(word: string, index: number): FilterToken {
  const upper = word.toUpperCase();
  if (KEYWORDS.has(upper)) return { index, kind: 'keyword', text: upper };
  if (upper === 'TRUE' || upper === 'FALSE') {
    return { index, kind: 'literal', value: upper === 'TRUE' };
  }
  const path = word
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .map((step) => (/^\d/.test(step) ? Number(step) : step));
  return { index, kind: 'field', path };
}

/** Integers stay exact, so that 64-bit fields compare exactly. */
function numberOf(text: string): number | bigint {
  if (/^[+-]?0[xX]/.test(text)) {
    return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text.replace('+', ''));
  }
  return /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : Number(text);
}
