import { didYouMean } from '../../errors/index.js';
import { elementAt, sliceOf } from './element_at.js';
import {
  CONSTANTS,
  callMethod,
  FUNCTIONS,
  MATH_FUNCTIONS,
  METHODS,
} from './expression_functions.js';
import {
  arithmetic,
  asNumber,
  compare,
  ExpressionMistake,
  type ExpressionValue,
  fail,
  toText,
  truth,
  typeName,
} from './expression_value.js';
import { TokenStream } from './token_stream.js';

/** An expression that is computed when needed: `and`, `or` and `if` must not evaluate the rest. */
type Thunk = () => ExpressionValue;

const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'not in', 'is', 'is not']);
const PRODUCTS = new Set(['*', '/', '//', '%']);
const DEEPEST = 100;

class ExpressionParser {
  readonly #tokens: TokenStream;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new TokenStream(text);
  }

  #descend(): void {
    if (++this.#depth > DEEPEST) fail(`The expression is nested more than ${DEEPEST} deep`);
  }

  whole(): Thunk {
    const result = this.ternary();
    const left = this.#tokens.next();
    if (left !== undefined) fail(`"${left.text}" is not expected here`);
    return result;
  }

  ternary(): Thunk {
    this.#descend();
    const first = this.#or();
    let result = first;
    if (this.#tokens.take('if')) {
      const condition = this.#or();
      this.#tokens.expect('else');
      const otherwise = this.ternary();
      result = () => (truth(condition()) ? first() : otherwise());
    }
    this.#depth--;
    return result;
  }

  #or(): Thunk {
    let left = this.#and();
    while (this.#tokens.take('or')) {
      const [a, b] = [left, this.#and()];
      left = () => {
        const value = a();
        return truth(value) ? value : b();
      };
    }
    return left;
  }

  #and(): Thunk {
    let left = this.#not();
    while (this.#tokens.take('and')) {
      const [a, b] = [left, this.#not()];
      left = () => {
        const value = a();
        return truth(value) ? b() : value;
      };
    }
    return left;
  }

  #not(): Thunk {
    let negations = 0;
    while (this.#tokens.take('not')) negations++;
    const operand = this.#comparison();
    if (negations === 0) return operand;
    return () => truth(operand()) === (negations % 2 === 0);
  }

  #comparisonOperator(): string | undefined {
    let text = this.#tokens.peek();
    if (text === 'not' && this.#tokens.following === 'in') {
      this.#tokens.next();
      text = 'not in';
    }
    if (text === undefined || !COMPARISONS.has(text)) return undefined;
    this.#tokens.next();
    return text === 'is' && this.#tokens.take('not') ? 'is not' : text;
  }

  #comparison(): Thunk {
    const first = this.#sum();
    const rest: { operator: string; operand: Thunk }[] = [];
    for (;;) {
      const operator = this.#comparisonOperator();
      if (operator === undefined) break;
      rest.push({ operator, operand: this.#sum() });
    }
    if (rest.length === 0) return first;
    return () => {
      let left = first();
      for (const { operator, operand } of rest) {
        const right = operand();
        if (!compare(operator, left, right)) return false;
        left = right;
      }
      return true;
    };
  }

  #sum(): Thunk {
    return this.#leftToRight(
      (text) => text === '+' || text === '-',
      () => this.#product(),
    );
  }

  #product(): Thunk {
    return this.#leftToRight(
      (text) => PRODUCTS.has(text),
      () => this.#unary(),
    );
  }

  #leftToRight(accepts: (text: string) => boolean, operand: () => Thunk): Thunk {
    let left = operand();
    for (
      let text = this.#tokens.peek();
      text !== undefined && accepts(text);
      text = this.#tokens.peek()
    ) {
      this.#tokens.next();
      const [operator, a, b] = [text, left, operand()];
      left = () => arithmetic(operator, a(), b());
    }
    return left;
  }

  #unary(): Thunk {
    this.#descend();
    const result = this.#signedOrPower();
    this.#depth--;
    return result;
  }

  #signedOrPower(): Thunk {
    if (this.#tokens.take('+')) return this.#signed('+', this.#unary());
    if (this.#tokens.take('-')) return this.#signed('-', this.#unary());
    const base = this.#postfix();
    if (!this.#tokens.take('**')) return base;
    const exponent = this.#unary();
    return () => arithmetic('**', base(), exponent());
  }

  #signed(sign: string, operand: Thunk): Thunk {
    return () => {
      const value = operand();
      const number = asNumber(value);
      if (number === undefined) return fail(`"${sign}" needs a number, not ${typeName(value)}`);
      return sign === '-' ? -number : number;
    };
  }

  #postfix(): Thunk {
    let value = this.#atom();
    for (;;) {
      if (this.#tokens.take('[')) value = this.#index(value);
      else if (this.#tokens.take('.')) value = this.#method(value);
      else return value;
    }
  }

  #index(target: Thunk): Thunk {
    const from = this.#tokens.peek() === ':' ? undefined : this.ternary();
    if (!this.#tokens.take(':')) {
      this.#tokens.expect(']');
      return () => elementAt(target(), from!());
    }
    const to = this.#tokens.peek() === ']' ? undefined : this.ternary();
    this.#tokens.expect(']');
    return () => sliceOf(target(), from?.(), to?.());
  }

  #method(target: Thunk): Thunk {
    const name = this.#tokens.peek() ?? '';
    const method = METHODS.get(name);
    if (method === undefined) {
      return fail(`The method ".${name}" is not supported${didYouMean(name, METHODS.keys())}`);
    }
    this.#tokens.next();
    this.#tokens.expect('(');
    const args = this.#list(')');
    if (args.length < method.min || args.length > method.max) {
      return fail(`".${name}()" does not take ${args.length} arguments`);
    }
    return () => callMethod(name, target, args);
  }

  #list(closing: string): Thunk[] {
    const items: Thunk[] = [];
    while (!this.#tokens.take(closing)) {
      items.push(this.ternary());
      if (!this.#tokens.take(',')) {
        this.#tokens.expect(closing);
        break;
      }
    }
    return items;
  }

  #atom(): Thunk {
    const token = this.#tokens.next();
    if (token === undefined) return fail('The expression ends too early');
    if (token.kind === 'literal') return this.#literal(token.value);
    if (token.kind === 'name') return this.#named(token.text);
    if (token.text === '[') {
      const items = this.#list(']');
      return () => ({ kind: 'list', items: items.map((item) => item()) });
    }
    if (token.text === '(') return this.#parenthesis();
    return fail(`"${token.text}" is not expected here`);
  }

  /** Neighbouring texts are joined, as in Python. */
  #literal(first: ExpressionValue): Thunk {
    let value = first;
    for (;;) {
      const next = typeof value === 'string' ? this.#tokens.takeText() : undefined;
      if (next === undefined) return () => value;
      value += next;
    }
  }

  #parenthesis(): Thunk {
    if (this.#tokens.take(')')) return () => ({ kind: 'tuple', items: [] });
    const first = this.ternary();
    if (this.#tokens.take(')')) return first;
    this.#tokens.expect(',');
    const items = [first, ...this.#list(')')];
    return () => ({ kind: 'tuple', items: items.map((item) => item()) });
  }

  #named(name: string): Thunk {
    if (name === 'math') {
      this.#tokens.expect('.');
      const member = this.#tokens.peek() ?? '';
      this.#tokens.next();
      if (CONSTANTS.has(member) || MATH_FUNCTIONS.includes(member)) return this.#named(member);
      return fail(`"math.${member}" is not supported`);
    }
    if (CONSTANTS.has(name)) return () => CONSTANTS.get(name)!;
    const callable = FUNCTIONS.get(name);
    if (callable !== undefined) {
      this.#tokens.expect('(');
      const args = this.#list(')');
      return () => callable(args.map((arg) => arg()));
    }
    const hint = didYouMean(name, [...CONSTANTS.keys(), ...FUNCTIONS.keys()]);
    return fail(`The name "${name}" is not known${hint || '; put strings in quotes'}`);
  }
}

/** The longest expression that is read. */
const LONGEST = 10_000;

/**
 * Evaluates the safe subset of Python that `$(eval …)` offers: literals, arithmetic, comparison,
 * `and`/`or`/`not`, `in`, `a if c else b`, indexing and slices, text methods such as `lower()`,
 * and functions whose result is the same on every machine. It cannot reach anything outside.
 *
 * @returns what Python's `str()` makes of the result, e.g. `True`, `0.5`, `abc`
 * @throws ExpressionMistake
 */
export function evaluateExpression(text: string): string {
  if (text.length > LONGEST)
    throw new ExpressionMistake(`The expression is longer than ${LONGEST}`);
  return toText(new ExpressionParser(text).whole()());
}
