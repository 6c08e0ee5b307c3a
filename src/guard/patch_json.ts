import type { Patches } from './patches.js';

/** The end of an error message with a place; since V8 12, the line follows. */
const PLACED = / at position (\d+)$/;

/** Makes `JSON.parse` name the place of a mistake as Node does since version 22. */
export function patchJson(patches: Patches): void {
  const { parse } = JSON;
  patches.methods(JSON, {
    parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown) {
      try {
        return parse(text, reviver) as unknown;
      } catch (error) {
        if (error instanceof SyntaxError) nameLine(error, String(text));
        throw error;
      }
    },
  });
}

function nameLine(error: SyntaxError, text: string): void {
  const { message, stack } = error;
  const at = PLACED.exec(message);
  if (at === null) return;
  const full = `${message} (${lineOf(text, Number(at[1]))})`;
  error.message = full;
  if (stack !== undefined) error.stack = stack.replace(message, () => full);
}

/** Lines end as in JavaScript: with CR, LF or both. */
function lineOf(text: string, position: number): string {
  const lines = text.slice(0, position).split(/\r\n|[\r\n]/);
  // Between CR and LF, the line has not ended.
  const isWithin = text[position - 1] === '\r' && text[position] === '\n';
  const last = isWithin ? lines.slice(0, -2).concat(`${lines.at(-2)}\r`) : lines;
  return `line ${last.length} column ${last.at(-1)!.length + 1}`;
}
