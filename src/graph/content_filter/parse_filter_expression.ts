import type { FilterNode, FilterOperand, FilterOperator } from './filter_node.js';
import { type FilterToken, filterTokens } from './filter_token.js';

/** How deep parentheses and NOT may nest. */
const MAX_DEPTH = 200;

const OPERATORS = new Set(['=', '<>', '<', '<=', '>', '>=']);

/**
 * Parses a condition: OR binds weakest, then AND, then NOT; predicates are comparisons, LIKE and
 * BETWEEN over fields, literals and the parameters `%n`.
 *
 * @throws {Error} if the text is not such a condition or refers to a missing parameter
 */
export function parseFilterExpression(
  expression: string,
  parameters: readonly string[],
): FilterNode {
  return new Parser(expression, parameters).parse();
}

class Parser {
  readonly #expression: string;
  readonly #parameters: readonly string[];
  readonly #tokens: FilterToken[];
  #next = 0;
  #depth = 0;

  constructor(expression: string, parameters: readonly string[]) {
    this.#expression = expression;
    this.#parameters = parameters;
    this.#tokens = filterTokens(expression);
  }

  parse(): FilterNode {
    const node = this.#disjunction();
    if (this.#next < this.#tokens.length) throw this.#error('the end');
    return node;
  }

  #disjunction(): FilterNode {
    if (++this.#depth > MAX_DEPTH) throw this.#error('less nesting');
    let left = this.#conjunction();
    while (this.#accept('keyword', 'OR')) {
      left = { kind: 'or', left, right: this.#conjunction() };
    }
    this.#depth--;
    return left;
  }

  #conjunction(): FilterNode {
    let left = this.#negation();
    while (this.#accept('keyword', 'AND')) {
      left = { kind: 'and', left, right: this.#negation() };
    }
    return left;
  }

  #negation(): FilterNode {
    let negated = false;
    while (this.#accept('keyword', 'NOT')) negated = !negated;
    const operand = this.#predicate();
    return negated ? { kind: 'not', operand } : operand;
  }

  #predicate(): FilterNode {
    if (this.#accept('symbol', '(')) {
      const inner = this.#disjunction();
      if (!this.#accept('symbol', ')')) throw this.#error("')'");
      return inner;
    }
    const left = this.#operand();
    if (this.#accept('keyword', 'LIKE')) return { kind: 'like', left, right: this.#operand() };
    const negated = this.#accept('keyword', 'NOT');
    if (this.#accept('keyword', 'BETWEEN')) {
      const low = this.#operand();
      if (!this.#accept('keyword', 'AND')) throw this.#error('AND');
      const node: FilterNode = { kind: 'between', operand: left, low, high: this.#operand() };
      return negated ? { kind: 'not', operand: node } : node;
    }
    if (negated && this.#accept('keyword', 'LIKE')) {
      return { kind: 'not', operand: { kind: 'like', left, right: this.#operand() } };
    }
    const token = this.#tokens[this.#next];
    if (negated || token?.kind !== 'symbol' || !OPERATORS.has(token.text)) {
      throw this.#error('a comparison');
    }
    this.#next++;
    const operator = token.text as FilterOperator;
    return { kind: 'compare', operator, left, right: this.#operand() };
  }

  #operand(): FilterOperand {
    const token = this.#tokens[this.#next];
    if (token?.kind === 'literal') {
      this.#next++;
      return { kind: 'literal', value: token.value };
    }
    if (token?.kind === 'field') {
      this.#next++;
      return { kind: 'field', path: token.path };
    }
    if (token?.kind === 'parameter') {
      this.#next++;
      return this.#parameter(token.number);
    }
    throw this.#error('a field, a value or a parameter');
  }

  #parameter(number: number): FilterOperand {
    const text = this.#parameters[number];
    if (text === undefined) {
      throw new Error(
        `Content filter '${this.#expression}' uses %${number} but has ${this.#parameters.length} parameters.`,
      );
    }
    const literal = literalOf(text);
    return { kind: 'literal', value: literal?.kind === 'literal' ? literal.value : text };
  }

  #accept(kind: 'keyword' | 'symbol', text: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.kind !== kind || token.text !== text) return false;
    this.#next++;
    return true;
  }

  #error(expected: string): Error {
    const index = this.#tokens[this.#next]?.index ?? this.#expression.length;
    return new Error(
      `Content filter '${this.#expression}' cannot be read at index ${index}: expected ${expected}.`,
    );
  }
}

/** A parameter's text as a literal; any other text is a string. */
function literalOf(text: string): FilterToken | undefined {
  try {
    const tokens = filterTokens(text);
    return tokens.length === 1 ? tokens[0] : undefined;
  } catch {
    return undefined;
  }
}
