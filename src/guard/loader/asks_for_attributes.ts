/** What `LoadedFiles` is told about a file that asks for functions that change attributes. */
export const ATTRIBUTES = 'orrery:attributes';
/** The same about a file that asks for what adds properties that `Object.keys` does not list. */
export const UNLISTED = 'orrery:unlisted';

/** Functions that can change no more than the attributes of a property, other than of `exports`. */
const NAMES = /\bdefinePropert(?:y|ies)\b(?!\(exports\b)|\b__define[GS]etter__\b/;

/** Ways to these functions that need not name them. */
const WAYS = [
  // What holds them is passed on, or asked for a property whose name is computed; before another word, it is prose.
  /\b(?:Object|Reflect|globalThis|global)\b(?!\s*\(|\s*(?:\?\.|\.)\s*[\w$#]|[ \t]+[a-z])/,
  // What has made any object, which is `Object` or `Function`.
  /[\].]\s*constructor\b(?!\s*\.\s*name\b)|(["'`])constructor\1/,
  // Code in a text.
  /\b(?:eval|Function|runIn(?:This|New)?Context|compileFunction|_compile)\b/,
  // A name that is put together where it is used.
  /[\w$)\]]\s*(?:\?\.\s*)?\[[^[\]\n]*(?:["']\s*\+|\+\s*["']|`)[^[\]\n]*\]/,
];

/**
 * Whether a text names a function that can change the attributes of a property, or has a way to one without its name.
 * A text that has one in good faith only makes the comparison take longer.
 */
export function asksForAttributes(text: string): boolean {
  return NAMES.test(text) || WAYS.some((way) => way.test(text));
}

/** Whether a text names what adds properties that are not enumerable or whose keys are symbols, or leads to such a key. */
export function asksForUnlisted(text: string): boolean {
  return asksForAttributes(text) || /Symbol|\bownKeys\b|\bcaptureStackTrace\b/.test(text);
}
