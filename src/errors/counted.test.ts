import { expect, it } from 'vitest';
import { counted, grouped } from './counted.js';

it('uses the singular for one only', () => {
  const texts = [0, 1, 2, 12_032, 1n].map((count) => counted(count, 'message'));
  expect(texts).toEqual(['0 messages', '1 message', '2 messages', '12,032 messages', '1 message']);
});

it('groups the thousands as the language does', () => {
  for (const integer of [0, 9, 999, 1000, 99_999, 123_456, 1_000_000, -1, -100, -1000, -123_456]) {
    expect(grouped(integer)).toBe(integer.toLocaleString('en'));
  }
  expect(grouped(2n ** 64n)).toBe('18,446,744,073,709,551,616');
});
