/** One `$(name argument…)` inside a text. */
export interface Substitution {
  readonly kind: 'substitution';
  readonly name: string;
  readonly args: readonly Template[];
  /** The substitution as written, for messages. */
  readonly source: string;
}

export interface LiteralText {
  readonly kind: 'text';
  readonly text: string;
}

/** A text with substitutions, as ROS 2's launch front ends define it. */
export type Template = readonly (LiteralText | Substitution)[];

/** A mistake in the grammar of substitutions; `offset` counts characters in the text. */
export class TemplateMistake extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const NAME = /[A-Za-z][A-Za-z0-9_-]*/y;
/** Deeper nesting is refused, so that recursion stays bounded. */
const DEEPEST = 32;
/** Of one text; each becomes objects many times its size. */
const MOST_SUBSTITUTIONS = 10_000;

class TemplateParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #fail(message: string, offset = this.#at): never {
    throw new TemplateMistake(message, offset);
  }

  /**
   * Collects literal text and substitutions until `stop` returns true or the text ends.
   *
   * @param quote the quote that encloses everything here, or an empty string
   */
  collect(quote: string, stop: (char: string) => boolean): Template {
    const parts: (LiteralText | Substitution)[] = [];
    let literal = '';
    const flush = (): void => {
      if (literal !== '') parts.push({ kind: 'text', text: literal });
      literal = '';
    };
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at]!;
      if (char === '\\' && this.#at + 1 < this.#text.length) {
        literal += this.#text[this.#at + 1];
        this.#at += 2;
      } else if (char === '$' && this.#text[this.#at + 1] === '(') {
        flush();
        parts.push(this.#substitution(quote));
      } else if (stop(char)) {
        break;
      } else {
        literal += char;
        this.#at++;
      }
    }
    flush();
    return parts;
  }

  /** The substitution at the beginning of the text, and how long it is. */
  one(): { substitution: Substitution; length: number } {
    const substitution = this.#substitution('');
    return { substitution, length: this.#at };
  }

  #substitution(quote: string): Substitution {
    const start = this.#at;
    if (++this.#depth > DEEPEST) this.#fail(`Substitutions are nested more than ${DEEPEST} deep`);
    if (++this.#count > MOST_SUBSTITUTIONS) {
      this.#fail(`A text has more than the limit of ${MOST_SUBSTITUTIONS} substitutions`);
    }
    this.#at += 2;
    NAME.lastIndex = this.#at;
    const name = NAME.exec(this.#text)?.[0];
    if (name === undefined) this.#fail('A substitution has no name after "$("', start);
    this.#at += name.length;
    const args: Template[] = [];
    for (;;) {
      const before = this.#at;
      while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
      const char = this.#text[this.#at];
      if (char === undefined || (quote !== '' && char === quote)) {
        this.#fail(`The substitution "$(${name}" is not closed with ")"`, start);
      }
      if (char === ')') break;
      if (before === this.#at) this.#fail(`A space is missing before "${char}" in "$(${name}"`);
      args.push(this.#argument(name, quote));
    }
    this.#at++;
    this.#depth--;
    return { kind: 'substitution', name, args, source: this.#text.slice(start, this.#at) };
  }

  #argument(name: string, quote: string): Template {
    const opening = this.#text[this.#at]!;
    if (quote === '' && (opening === '"' || opening === "'")) {
      const start = this.#at++;
      const value = this.collect(opening, (char) => char === opening);
      if (this.#text[this.#at] !== opening) this.#fail(`The quote ${opening} is not closed`, start);
      this.#at++;
      return value;
    }
    const stops = quote === '' ? /[\s()'"]/ : new RegExp(`[\\s()${quote}]`);
    const value = this.collect(quote, (char) => stops.test(char));
    const char = this.#text[this.#at] ?? '';
    if (char === '(' || (quote === '' && (char === '"' || char === "'"))) {
      this.#fail(`Put the argument of "$(${name}" that contains ${char} in quotes`);
    }
    return value;
  }
}

/**
 * Parses a text with substitutions. Outside substitutions quotes are ordinary characters; inside,
 * an argument in quotes may contain spaces and parentheses. A backslash takes the next character
 * literally, and a `$` that no `(` follows is a dollar sign.
 *
 * @throws TemplateMistake
 */
export function parseTemplate(text: string): Template {
  return new TemplateParser(text).collect('', () => false);
}

/** The text that {@link parseTemplate} reads as this literal text. */
export function escapeTemplate(text: string): string {
  return text.replace(/\\|\$(?=\()/g, (char) => `\\${char}`);
}

/** Whether the template contains a substitution. */
export function hasSubstitution(template: Template): boolean {
  return template.some((part) => part.kind === 'substitution');
}

/** Where the comment of a line of YAML begins, or its length. Quotes hide a `#`. */
function commentStart(line: string): number {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i]!;
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') i++;
    } else if ((char === '"' || char === "'") && /[\s[{,:-]/.test(line[i - 1] ?? ' ')) {
      quote = char;
    } else if (char === '#' && /\s/.test(line[i - 1] ?? ' ')) {
      return i;
    }
  }
  return line.length;
}

/**
 * Parses a file of another format: only its `$(…)` are substitutions, backslashes and quotes
 * belong to the file, and YAML comments are left alone. `\$(` is not a substitution.
 */
export function parseEmbeddedTemplate(text: string): Template {
  const parts: (LiteralText | Substitution)[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const end = commentStart(line);
    let from = 0;
    for (let at = line.indexOf('$('); at >= 0 && at < end; at = line.indexOf('$(', at)) {
      if (line[at - 1] === '\\') {
        parts.push({ kind: 'text', text: line.slice(from, at - 1) });
        from = at;
        at += 2;
        continue;
      }
      parts.push({ kind: 'text', text: line.slice(from, at) });
      const { substitution, length } = new TemplateParser(line.slice(at)).one();
      parts.push(substitution);
      at += length;
      from = at;
    }
    parts.push({ kind: 'text', text: line.slice(from) });
  }
  return parts;
}
