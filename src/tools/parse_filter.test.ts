import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OrreryError } from '../errors/index.js';
import { parseFilter } from './parse_filter.js';

const message = {
  data: 7,
  big: 2n ** 60n,
  name: 'base link',
  flag: true,
  ranges: Float32Array.of(0.5, 1.5, 9),
  pose: { position: { x: -1.25 } },
  many: [{ id: 1 }, { id: 2n }],
};

it.each([
  ['m.data == 7 and m.name == "base link"', true],
  ["m.data != 7 or not m.flag or 'link' not in m.name", false],
  ['0 < m.data <= 7 < 8', true],
  ['1 < m.data < 7', false],
  ['m.big == 2 ** 60 and m.big % 7 == 1 and m.big // 2 < 576460752303423489', true],
  ['-7 // 2 == -4 and -7 % 3 == 2 and 7 / 2 == 3.5 and 2 ** -1 == .5', true],
  ['m.ranges[-1] == 9 and len(m.ranges) == 3 and min(m.ranges) == 0.5', true],
  ['abs(m.pose.position.x) > 1 and round(2.5) == 2 and max(1, 3, 2) == 3', true],
  ['m.many[1].id == 2 and m.data in [1, 7] and m.data not in (8,)', true],
  ['m.name.startswith("base") and m.name.upper().endswith(\'LINK\')', true],
  ['any([0, False]) or all([1, ""]) or sum(m.ranges) != 11', false],
  ['m.flag == 1 and m.flag is True and m.data is not None', true],
  ['len(m.name)', true],
])('%s', (text, expected) => {
  expect(parseFilter(text)(message)).toBe(expected);
});

it.each([
  '',
  'm.data >',
  'm data',
  'm.data == 7)',
  'import os',
  'x > 3',
  'm.data ~ 3',
  '"open',
  'm.',
])('cannot be read: %s', (text) => {
  expect(() => parseFilter(text)).toThrow(OrreryError);
});

it.each([
  ['m.missing > 3', 'a message has no field "missing"'],
  ['m.constructor', 'a message has no field "constructor"'],
  ['m.name > 3', '">" does not compare a string with a number'],
  ['m.data / 0', 'it divides by zero'],
  ['m.ranges[3] > 0', 'a list of 3 has no item 3'],
  ['__import__("os")', 'there is no function "__import__"'],
])('says what is wrong with a message: %s', (text, why) => {
  expect(() => parseFilter(text)(message)).toThrow(why);
});

it('gives an answer or an error of the catalogue for arbitrary words', () => {
  const word = fc.constantFrom(
    ...[
      'm',
      '.data',
      '.name',
      '.ranges',
      '[0]',
      '(',
      ')',
      '<',
      '==',
      'in',
      'not',
      'and',
      '-',
      '**',
    ],
    ...['//', '%', '3', '0', '2.5', '"x"', 'len(', ',', 'True', 'None', '[', ']', 'is'],
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      try {
        expect(typeof parseFilter(words.join(' '))(message)).toBe('boolean');
      } catch (error) {
        expect(error).toBeInstanceOf(OrreryError);
      }
    }),
  );
});
