import { codeWithoutComments } from './code_without_comments.js';

/** The stand-in has the length of `import`, so that columns in stacks stay correct. */
const STAND_IN = '_$imp_';
/** `globalThis[Symbol.for('orrery.import')](specifier, parentUrl, options)` imports and holds time. */
const HOOK = 'globalThis[Symbol.for("orrery.import")]';

const IMPORT = /\bimport\s*\(/;

/** Whether `source` may import dynamically; strings count too. */
export function mayImport(source: string): boolean {
  return IMPORT.test(source) && IMPORT.test(codeWithoutComments(source));
}

/**
 * Redirects every `import(…)` of `code`, as esbuild prints it, to Orrery, because reading a
 * module is real I/O that must hold time. `parentUrl` is an expression.
 */
export function redirectImports(code: string, parentUrl: string): string {
  let result = '';
  let from = 0;
  for (const at of codePositions(code, 'import(')) {
    result += code.slice(from, at) + STAND_IN;
    from = at + 'import'.length;
  }
  if (from === 0) return code;
  const helper = `;function ${STAND_IN}(s, o) { return ${HOOK}(s, ${parentUrl}, o); }`;
  return insertBeforeMap(result + code.slice(from), helper);
}

/** The source map comment must stay the last line. */
function insertBeforeMap(code: string, text: string): string {
  const at = code.lastIndexOf('\n//# sourceMappingURL=');
  return at < 0 ? `${code}\n${text}` : `${code.slice(0, at)}\n${text}${code.slice(at)}`;
}

/** Where `word` occurs in `code` outside strings, templates, comments, regular expressions. */
function codePositions(code: string, word: string): number[] {
  const found: number[] = [];
  /** Depth of braces at each open `${`. */
  const templates: number[] = [];
  let depth = 0;
  let last = '';
  for (let i = 0; i < code.length; i += 1) {
    const c = code[i]!;
    if (c === '"' || c === "'") i = skipQuoted(code, i);
    else if (c === '`') i = skipTemplate(code, i, () => templates.push(depth));
    else if (c === '}' && templates.at(-1) === depth) {
      templates.pop();
      i = skipTemplate(code, i, () => templates.push(depth));
    } else if (c === '{') depth += 1;
    else if (c === '}') depth -= 1;
    else if (c === '/' && code[i + 1] === '/') i = end(code.indexOf('\n', i), code);
    else if (c === '/' && code[i + 1] === '*') i = end(code.indexOf('*/', i + 2), code) + 1;
    else if (c === '/' && startsRegExp(code, i, last)) i = skipRegExp(code, i);
    else if (c === 'i' && code.startsWith(word, i) && !/[\w$.#]/.test(code[i - 1] ?? '')) {
      found.push(i);
    }
    if (!/\s/.test(c)) last = c;
  }
  return found;
}

const end = (at: number, code: string): number => (at < 0 ? code.length : at);

function skipQuoted(code: string, start: number): number {
  let i = start + 1;
  while (i < code.length && code[i] !== code[start]) i += code[i] === '\\' ? 2 : 1;
  return i;
}

/** From a backtick or the brace that ends a substitution, to the next of either. */
function skipTemplate(code: string, start: number, substitution: () => void): number {
  for (let i = start + 1; i < code.length; i += 1) {
    if (code[i] === '\\') i += 1;
    else if (code[i] === '`') return i;
    else if (code[i] === '$' && code[i + 1] === '{') {
      substitution();
      return i + 1;
    }
  }
  return code.length;
}

/** A slash divides after a value, and opens a regular expression after anything else. */
function startsRegExp(code: string, at: number, last: string): boolean {
  if (last === '' || /[(,=:[!&|?{};+\-*%<>~^]/.test(last)) return true;
  return /\b(?:return|typeof|case|in|of|void|delete|throw|new|else|do|yield|await)\s*$/.test(
    code.slice(Math.max(0, at - 12), at),
  );
}

function skipRegExp(code: string, start: number): number {
  let inClass = false;
  for (let i = start + 1; i < code.length; i += 1) {
    if (code[i] === '\\') i += 1;
    else if (code[i] === '[') inClass = true;
    else if (code[i] === ']') inClass = false;
    else if (code[i] === '/' && !inClass) return i;
    else if (code[i] === '\n') return start;
  }
  return code.length;
}
