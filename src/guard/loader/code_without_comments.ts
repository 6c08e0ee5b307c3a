/**
 * JavaScript without its comments, so that a type such as `import('./a.js').A` in one is not taken for an import. Whoever
 * asks errs on the side of code: where it takes a parser to know what is a comment, the source stays as it is.
 */

const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//y;
const STRING =
  /'[^'\\\n\r]*(?:\\(?:\r\n|[\s\S])[^'\\\n\r]*)*'|"[^"\\\n\r]*(?:\\(?:\r\n|[\s\S])[^"\\\n\r]*)*"/y;
/** From a backtick, or the brace that ends a substitution, to the next backtick or substitution. */
const TEMPLATE = /[`}][^`\\$]*(?:(?:\\[\s\S]|\$(?!\{))[^`\\$]*)*(?:`|\$\{)/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\\n\r])*\]|[^/\\[\n\r])+\/\w*/y;
const WORD = /[\p{ID_Continue}$]+/uy;
const SPACE = /\s+/y;
/** What begins comments in scripts of old. */
const OLD_COMMENT = /<!--|-->/;

/** After these words, a slash does not divide. */
const OPERATORS: ReadonlySet<string> = new Set(
  (
    'return typeof case in void delete throw new else do instanceof default break continue ' +
    'debugger extends'
  ).split(' '),
);
/** What is in parentheses after these words cannot be divided. */
const HEADS: ReadonlySet<string> = new Set(['if', 'while', 'for', 'with']);
/** Operators, or names. */
const EITHER: ReadonlySet<string> = new Set(['yield', 'await', 'of', 'let', 'async']);
/** In place of what stands before a slash: it takes a parser to know whether that is a value. */
const UNCERTAIN = '??';
/** In place of a value. */
const VALUE = ']';
/** What begins a part of a template that is code. */
const SUBSTITUTION = `\${`;

/** Returns `source` itself if that is uncertain. */
export function codeWithoutComments(source: string): string {
  return OLD_COMMENT.test(source) ? source : (new Lexer(source).code() ?? source);
}

class Lexer {
  readonly #source: string;
  #at: number;
  #code = '';
  /** The last word, or character of anything else, other than a space. */
  #last = '';
  /** Of each open bracket: that of a substitution, or what stood before it. */
  readonly #open: string[] = [];
  constructor(source: string) {
    this.#source = source;
    this.#at = source.startsWith('#!') ? source.search(/[\n\r]|$/) : 0;
  }

  /** Undefined: it takes a parser to know. */
  code(): string | undefined {
    while (this.#at < this.#source.length) {
      const space = this.#take(SPACE);
      if (space !== undefined) this.#code += space;
      else if (this.#take(COMMENT) !== undefined) this.#code += ' ';
      else if (!this.#token()) return undefined;
    }
    return this.#open.length === 0 ? this.#code : undefined;
  }

  /** What `pattern` finds here. */
  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #keep(pattern: RegExp): boolean {
    const found = this.#take(pattern);
    if (found === undefined) return false;
    this.#code += found;
    if (pattern === WORD) this.#last = this.#wordAfter(this.#last, found);
    else if (pattern === TEMPLATE && found.endsWith('{')) {
      this.#open.push(SUBSTITUTION);
      this.#last = '{';
    } else this.#last = VALUE;
    return true;
  }

  #wordAfter(last: string, word: string): string {
    const means = OPERATORS.has(word) || HEADS.has(word);
    // Names of properties may be such words.
    return EITHER.has(word) || (means && /[.#]/.test(last)) ? UNCERTAIN : word;
  }

  #token(): boolean {
    const next = this.#source[this.#at]!;
    if (next === '"' || next === "'") return this.#keep(STRING);
    if (next === '`') return this.#keep(TEMPLATE);
    if (next === '}' && this.#open.at(-1) === SUBSTITUTION) {
      this.#open.pop();
      return this.#keep(TEMPLATE);
    }
    if (next === '/') return this.#slash();
    if (this.#keep(WORD)) return true;
    if (/[({[]/.test(next)) this.#open.push(this.#last);
    this.#code += next;
    this.#last = /[)}\]]/.test(next) ? closed(next, this.#open.pop()) : next;
    this.#at++;
    return true;
  }

  #slash(): boolean {
    const last = this.#last;
    // After a block or an object, an increment or a sum, the end of a number or a dot.
    if (last === UNCERTAIN || /^[+\-.]$/.test(last)) return false;
    const divides = last === VALUE || (/^[\p{ID_Continue}$]/u.test(last) && !OPERATORS.has(last));
    if (!divides) return this.#keep(REGULAR_EXPRESSION);
    this.#code += '/';
    this.#last = '/';
    this.#at++;
    return true;
  }
}

/** What a bracket that has been closed is, by what stood before it was opened. */
function closed(bracket: string, before = ''): string {
  if (bracket === '}' || before === UNCERTAIN) return UNCERTAIN;
  return bracket === ')' && HEADS.has(before) ? ';' : VALUE;
}
