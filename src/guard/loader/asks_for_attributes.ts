/** What `LoadedFiles` is told about a file that asks for functions that change attributes. */
export const ATTRIBUTES = 'orrery:attributes';

/** Whether a text names a function that can change no more than the attributes of a property, other than of `exports`. */
export function asksForAttributes(text: string): boolean {
  return /\bdefinePropert(?:y|ies)\b(?!\(exports\b)|\b__define[GS]etter__\b/.test(text);
}
