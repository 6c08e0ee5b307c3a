/** Conditions on messages, as ROS 2's `--filter` takes them: Python expressions of `m`, the message. */
import { OrreryError } from '../errors/index.js';
import { callBuiltin, callMethod } from './call_builtin.js';
import {
  attributeOf,
  type BinaryOperator,
  combineValues,
  compareValues,
  isTrue,
  itemOf,
} from './python_values.js';

type Evaluate = (m: unknown) => unknown;

const TOKEN =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)|(\*\*|\/\/|[<>=!]=|[-+*/%<>()[\].,]))/y;
/** The longest expression, in characters; the limit also bounds how deeply it nests. */
const MAX_CHARACTERS = 500;
const COMPARISONS: ReadonlySet<string> = new Set(['<', '>', '<=', '>=', '==', '!=', 'in', 'is']);
const CONSTANTS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', undefined],
]);

/**
 * Reads an expression: comparisons, `and`, `or`, `not`, `in`, arithmetic, fields, items, texts and numbers, and the
 * built-in functions that are useful with messages (`len`, `abs`, `min`, `max`, `sum`, `round`, …).
 *
 * @returns a function that says whether a message satisfies the expression
 * @throws OrreryError `ORR_TOOL_FILTER`, also from that function if a message lacks what the expression asks for
 */
export function parseFilter(text: string): (message: unknown) => boolean {
  const evaluate = new Parser(text).whole();
  return (message) => {
    try {
      return isTrue(evaluate(message));
    } catch (cause) {
      if (cause instanceof OrreryError) throw cause;
      throw wrong(text, (cause as Error).message);
    }
  };
}

function wrong(text: string, why: string): OrreryError {
  return new OrreryError(
    'ORR_TOOL_FILTER',
    `The filter "${text}" cannot be used: ${why}; write e.g. 'm.data > 3 and m.name != "x"'.`,
  );
}

class Parser {
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(readonly text: string) {
    if (text.length > MAX_CHARACTERS) throw wrong(text.slice(0, 40), 'it is too long');
    TOKEN.lastIndex = 0;
    const end = text.trimEnd().length;
    while (TOKEN.lastIndex < end) {
      const from = TOKEN.lastIndex;
      const match = TOKEN.exec(text);
      if (match === null) throw wrong(text, `"${text.slice(from).trim()}" is not understood`);
      this.#tokens.push(match[0].trim());
    }
  }

  whole(): Evaluate {
    const found = this.#or();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return found;
  }

  get #token(): string | undefined {
    return this.#tokens[this.#at];
  }

  #unexpected(): OrreryError {
    const { text } = this;
    return wrong(
      text,
      this.#token === undefined ? 'it ends too early' : `unexpected "${this.#token}"`,
    );
  }

  #takes(token: string): boolean {
    if (this.#token !== token) return false;
    this.#at++;
    return true;
  }

  #expect(token: string): void {
    if (!this.#takes(token)) throw this.#unexpected();
  }

  #or(): Evaluate {
    let left = this.#and();
    while (this.#takes('or')) {
      const [a, b] = [left, this.#and()];
      left = (m) => {
        const value = a(m);
        return isTrue(value) ? value : b(m);
      };
    }
    return left;
  }

  #and(): Evaluate {
    let left = this.#not();
    while (this.#takes('and')) {
      const [a, b] = [left, this.#not()];
      left = (m) => {
        const value = a(m);
        return isTrue(value) ? b(m) : value;
      };
    }
    return left;
  }

  #not(): Evaluate {
    if (!this.#takes('not')) return this.#comparison();
    const inner = this.#not();
    return (m) => !isTrue(inner(m));
  }

  /** Comparisons can be chained: `0 < m.data <= 3`. */
  #comparison(): Evaluate {
    const first = this.#sum();
    const rest: { readonly operator: string; readonly operand: Evaluate }[] = [];
    for (let operator = this.#operator(); operator !== undefined; operator = this.#operator()) {
      rest.push({ operator, operand: this.#sum() });
    }
    if (rest.length === 0) return first;
    return (m) => {
      let left = first(m);
      for (const { operator, operand } of rest) {
        const right = operand(m);
        if (!compareValues(operator, left, right)) return false;
        left = right;
      }
      return true;
    };
  }

  #operator(): string | undefined {
    const token = this.#token;
    if (token === 'not' && this.#tokens[this.#at + 1] === 'in') {
      this.#at += 2;
      return 'not in';
    }
    if (token === undefined || !COMPARISONS.has(token)) return undefined;
    this.#at++;
    return token === 'is' && this.#takes('not') ? 'is not' : token;
  }

  #sum(): Evaluate {
    return this.#chain(['+', '-'], () => this.#product());
  }

  #product(): Evaluate {
    return this.#chain(['*', '/', '//', '%'], () => this.#sign());
  }

  #chain(operators: readonly BinaryOperator[], next: () => Evaluate): Evaluate {
    let left = next();
    for (;;) {
      const operator = operators.find((each) => each === this.#token);
      if (operator === undefined) return left;
      this.#at++;
      const [a, b] = [left, next()];
      left = (m) => combineValues(operator, a(m), b(m));
    }
  }

  #sign(): Evaluate {
    if (this.#takes('+')) return this.#sign();
    if (this.#takes('-')) {
      const inner = this.#sign();
      return (m) => combineValues('-', 0, inner(m));
    }
    const base = this.#postfix();
    if (!this.#takes('**')) return base;
    const exponent = this.#sign();
    return (m) => combineValues('**', base(m), exponent(m));
  }

  #postfix(): Evaluate {
    let value = this.#atom();
    for (;;) {
      const inner = value;
      if (this.#takes('.')) {
        const name = this.#name();
        if (this.#takes('(')) {
          const values = this.#list(')');
          value = (m) =>
            callMethod(
              inner(m),
              name,
              values.map((each) => each(m)),
            );
        } else value = (m) => attributeOf(inner(m), name);
      } else if (this.#takes('[')) {
        const index = this.#or();
        this.#expect(']');
        value = (m) => itemOf(inner(m), index(m));
      } else return value;
    }
  }

  #name(): string {
    const token = this.#token;
    if (token === undefined || !/^[A-Za-z_]/.test(token)) throw this.#unexpected();
    this.#at++;
    return token;
  }

  #list(end: string): Evaluate[] {
    const found: Evaluate[] = [];
    while (!this.#takes(end)) {
      if (found.length > 0) this.#expect(',');
      if (this.#takes(end)) break;
      found.push(this.#or());
    }
    return found;
  }

  #atom(): Evaluate {
    const token = this.#token;
    if (token === undefined) throw this.#unexpected();
    if (/^[\d.]+/.test(token) && token !== '.') {
      this.#at++;
      const value = /^\d+$/.test(token) ? wholeNumber(token) : Number(token);
      return () => value;
    }
    if (/^['"]/.test(token)) {
      this.#at++;
      const value = token.slice(1, -1).replace(/\\(.)/g, '$1');
      return () => value;
    }
    if (this.#takes('(') || this.#takes('[')) {
      const items = this.#list(token === '(' ? ')' : ']');
      // Only a comma makes a tuple of one item.
      const isTuple = this.#tokens[this.#at - 2] === ',';
      if (token === '(' && items.length === 1 && !isTuple) return items[0]!;
      return (m) => items.map((each) => each(m));
    }
    const name = this.#name();
    if (name === 'm') return (m) => m;
    if (CONSTANTS.has(name)) return () => CONSTANTS.get(name);
    if (!this.#takes('(')) throw wrong(this.text, `"${name}" is not known; the message is "m"`);
    const values = this.#list(')');
    return (m) =>
      callBuiltin(
        name,
        values.map((each) => each(m)),
      );
  }
}

function wholeNumber(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}
