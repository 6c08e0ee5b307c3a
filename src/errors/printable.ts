/**
 * Control characters, except line ends and tabs, which printed text may contain. Characters that change the
 * direction of writing count, too: they make a reader see an order that is not there.
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
 * Text for a terminal that may contain words from a bag, a node or a file. Control characters are shown as JSON
 * escapes them (`\u001b`), so no name can clear the screen, move the cursor or overwrite the text before it.
 */
export function printable(text: string): string {
  return text.replace(CONTROL, (character, at) => escaped(character, at, text));
}

/** Like {@link printable}, for a name within a line: line ends and tabs are escaped, too. */
export function printableName(name: string): string {
  return printable(name).replace(/[\r\n\t]/g, (character, at) => escaped(character, at, ''));
}

/** Like {@link printable}, for lines of a log, which may have colours. */
export function printableLog(text: string): string {
  return text.replace(COLOUR_OR_CONTROL, (found, at) =>
    found.length > 1 ? found : escaped(found, at, text),
  );
}
