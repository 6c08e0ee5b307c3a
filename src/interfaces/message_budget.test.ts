import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TypeRegistry } from './type_registry.js';

const LIMIT = 100_000;
const types = new TypeRegistry({ amentPrefixPath: '', messageLimit: LIMIT });
types.add('b_msgs/msg/Part', 'float64[] numbers\nstring[] words\n');
types.add(
  'b_msgs/msg/Whole',
  'Part one\nPart[] parts\nbool[] flags\nint64[] bigs\nuint8[] bytes\nstring text\nwstring wide\n',
);
const whole = types.message('b_msgs/msg/Whole');

const tooLarge = (where: string) =>
  expect.objectContaining({
    code: 'ORR_MESSAGE_TOO_LARGE',
    message: expect.stringContaining(`${where} has `),
  });

describe('the message limit', () => {
  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '9', 9n])('is not %s', (limit) => {
    expect(() => new TypeRegistry({ messageLimit: limit as never })).toThrow(
      expect.objectContaining({ code: 'ORR_OPTION_VALUE' }),
    );
  });

  it('stops an array that only claims to be long, and names the path of its field', () => {
    const endless = [
      new Array(1e9),
      { length: 1e9 },
      { data: new Array(1e9) },
      { length: Number.POSITIVE_INFINITY },
      new Float64Array(LIMIT),
    ];
    for (const value of endless) {
      expect(() => whole.normalize({ one: { numbers: value } })).toThrow(
        tooLarge('b_msgs/msg/Whole.one.numbers'),
      );
    }
    for (const field of ['parts', 'flags', 'bigs', 'bytes']) {
      expect(() => whole.normalize({ [field]: { length: 1e9 } })).toThrow(
        tooLarge(`Whole.${field}`),
      );
      expect(() => whole.normalize({ [field]: new Array(1e9) })).toThrow(
        tooLarge(`Whole.${field}`),
      );
    }
  });

  it('counts one object that occurs many times as many objects', () => {
    const shared = { numbers: new Float64Array(1000) };
    expect(() => whole.normalize({ parts: new Array(1000).fill(shared) })).toThrow(
      tooLarge('b_msgs/msg/Whole.parts[4].numbers'),
    );
  });

  it('counts the characters of strings, also of one string that occurs many times', () => {
    const word = 'x'.repeat(LIMIT / 10);
    for (const field of ['text', 'wide']) {
      expect(whole.normalize({ [field]: 'x'.repeat(LIMIT) })[field]).toHaveLength(LIMIT);
      for (const strict of [false, true]) {
        expect(() => whole.normalize({ [field]: 'x'.repeat(LIMIT + 1) }, { strict })).toThrow(
          `Whole.${field} has ${LIMIT + 1} characters, which makes the message larger`,
        );
      }
    }
    expect(() => whole.normalize({ one: { words: new Array(1000).fill(word) } })).toThrow(
      tooLarge('Whole.one.words[9]'),
    );
    expect(() => whole.normalize({ text: word, one: { words: new Array(9).fill(word) } })).toThrow(
      tooLarge('Whole.text'),
    );
  });

  it('applies to each message, not to all together', () => {
    const large = { bytes: new Uint8Array(LIMIT - 10) };
    for (let i = 0; i < 5; i++) expect(whole.normalize(large).bytes).toHaveLength(LIMIT - 10);
  });

  it('is the same on both paths of normalize', () => {
    const sizes = fc.tuple(fc.nat(12_000), fc.nat(6_000), fc.nat(1_000), fc.nat(20));
    fc.assert(
      fc.property(sizes, ([numbers, words, parts, length]) => {
        const value = {
          one: {
            numbers: new Array(numbers).fill(1),
            words: new Array(words).fill('x'.repeat(length)),
          },
          parts: new Array(parts).fill({}),
        };
        const outcome = (strict: boolean) => {
          try {
            return String(whole.encodedSize(whole.normalize(value, { strict })));
          } catch (error) {
            return String(error);
          }
        };
        expect(outcome(false)).toBe(outcome(true));
        expect(outcome(true)).toMatch(
          numbers * 8 + words * (8 + length) + parts * 64 > LIMIT ? /message limit/ : /^\d+$/,
        );
      }),
      { numRuns: 50 },
    );
  });
});
