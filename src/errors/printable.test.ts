import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLog, printableName } from './index.js';

const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '\u001b[2J',
        '\u009b31m',
        '\u001b]0;x\u0007',
        '\r',
        '\r\n',
        '\n',
        '\u001b[1;31m',
        '\b',
        '\u202e',
        '\u2066',
        '\u200f',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** The characters of a text that a terminal acts on. */
function active(text: string): string[] {
  return [...text].filter((character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || /\p{Bidi_Control}/u.test(character);
  });
}

describe('printable text', () => {
  it('contains no characters that a terminal acts on except line ends and tabs', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = printable(text).replaceAll('\r\n', '\n');
        expect(
          active(shown).filter((character) => character !== '\n' && character !== '\t'),
        ).toEqual([]);
        expect(active(printableName(text))).toEqual([]);
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
  });

  it('may contain colours in a log, and no other control characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        const rest = printableLog(text).replaceAll(/\u001b\[[0-9;]*m/g, '');
        expect(printable(rest)).toBe(rest);
      }),
    );
    expect(printableLog('\u001b[31mred\u001b[0m \u001b[2J')).toBe(
      '\u001b[31mred\u001b[0m \\u001b[2J',
    );
  });

  it('leaves JSON unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});
