/**
 * Control characters, but those that printed text may contain: line ends and tabs. Those that turn the direction of writing
 * round belong to them: behind one, a reader sees another order than there is.
 */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** A colour or another text style (SGR). */
const COLOUR_OR_CONTROL = new RegExp(`\\x1b\\[[0-9;]*m|${CONTROL.source}`, 'g');

function escaped(character: string, at: number, text: string): string {
  if (character === '\r' && text[at + 1] === '\n') return character;
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Text that may hold the words of a bag, a node or a file, for a terminal: control characters are
 * shown as JSON escapes them (`\u001b`), so no name can clear the screen, move the cursor or
 * overwrite the text before it.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (character, at) => escaped(character, at, text));
}

/** The same for a name within a line: line ends and tabs are shown too. */
export function printableName(name: string): string {
  return printable(name).replace(/[\r\n\t]/g, (character, at) => escaped(character, at, ''));
}

/** The same for lines of a log, which may have colours. */
export function printableLog(text: string): string {
  return text.replace(COLOUR_OR_CONTROL, (found, at) =>
    found.length > 1 ? found : escaped(found, at, text),
  );
}
