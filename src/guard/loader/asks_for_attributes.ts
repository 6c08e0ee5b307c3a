/** What `LoadedFiles` is told about a file that asks for functions that change attributes. */
export const ATTRIBUTES = 'orrery:attributes';
/** The same about a file that asks for what adds properties that `Object.keys` does not list. */
export const UNLISTED = 'orrery:unlisted';

/** Whether a text names a function that can change no more than the attributes of a property, other than of `exports`. */
export function asksForAttributes(text: string): boolean {
  return /\bdefinePropert(?:y|ies)\b(?!\(exports\b)|\b__define[GS]etter__\b/.test(text);
}

/** Whether a text names what adds properties that are not enumerable or whose keys are symbols, or leads to such a key. */
export function asksForUnlisted(text: string): boolean {
  return asksForAttributes(text) || /Symbol|\bownKeys\b|\bcaptureStackTrace\b/.test(text);
}
