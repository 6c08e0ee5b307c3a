/** What a client said, read with care: it can be anything. */
import { refused } from './refused.js';

export type Words = Readonly<Record<string, unknown>>;

/** @throws OrreryError if it is not an operation of rosbridge */
export function readWords(text: string): Words {
  let words: unknown;
  try {
    words = JSON.parse(text);
  } catch {
    throw refused('The message is not JSON.');
  }
  if (typeof words !== 'object' || words === null || typeof (words as Words).op !== 'string') {
    throw refused('The message is not an object with an "op".');
  }
  return words as Words;
}

export function optionalText(words: Words, key: string): string | undefined {
  const value = words[key];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw refused(`"${key}" of ${String(words.op)} is not a string.`);
  return value;
}

export function text(words: Words, key: string): string {
  const value = optionalText(words, key);
  if (value === undefined) throw refused(`${String(words.op)} lacks "${key}".`);
  return value;
}

/** A name of ROS, which clients may write without the leading slash. */
export function rosName(words: Words, key: string): string {
  const name = text(words, key);
  const full = name.startsWith('/') ? name : `/${name}`;
  if (/^(\/[A-Za-z_]\w*)+$/.test(full) && full.length <= 255) return full;
  throw refused(`${JSON.stringify(name.slice(0, 80))} is not a name of ROS.`);
}

/** A number that is not negative; 0 if there is none. */
export function count(words: Words, key: string): number {
  const value = words[key] ?? 0;
  if (typeof value === 'number' && value >= 0) return value;
  throw refused(`"${key}" of ${String(words.op)} is not a number, 0 or more.`);
}
