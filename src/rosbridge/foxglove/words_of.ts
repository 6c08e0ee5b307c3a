/** What a client of the Foxglove protocol said in JSON, read with care: it can be anything. */

import type { Words } from '../client_words.js';
import { refused } from '../refused.js';

/** @throws OrreryError if it is not an object */
export function wordsOf(data: Uint8Array): Words {
  const words = jsonOf(data);
  if (typeof words === 'object' && words !== null && !Array.isArray(words)) return words as Words;
  throw refused('The message is not an object.');
}

export function jsonOf(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data).toString('utf8'));
  } catch {
    throw refused('The message is not JSON.');
  }
}

export function listOf(words: Words, key: string): readonly Words[] {
  const list = words[key];
  const isList = Array.isArray(list) && list.every((each) => typeof each === 'object' && each);
  if (isList) return list as Words[];
  throw refused(`"${key}" of ${String(words.op)} is not a list of objects.`);
}

export function numbersOf(words: Words, key: string): readonly number[] {
  const list = words[key];
  if (Array.isArray(list) && list.every(Number.isInteger)) return list as number[];
  throw refused(`"${key}" of ${String(words.op)} is not a list of numbers.`);
}

export function namesOf(words: Words): readonly string[] {
  const list = words.parameterNames ?? [];
  if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list;
  throw refused(`"parameterNames" of ${String(words.op)} is not a list of names.`);
}

export function numberIn(words: Words, key: string): number {
  const value = words[key];
  if (Number.isInteger(value)) return value as number;
  throw refused(`"${key}" is not a number.`);
}
