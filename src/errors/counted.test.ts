import { expect, it } from 'vitest';
import { counted } from './counted.js';

it('uses the singular for one only', () => {
  const texts = [0, 1, 2, 12_032, 1n].map((count) => counted(count, 'message'));
  expect(texts).toEqual(['0 messages', '1 message', '2 messages', '12,032 messages', '1 message']);
});
