/** Messages in fragments, as rosbridge sends and receives them. */
import { count, text, type Words } from './client_words.js';
import { LEAST_FRAGMENT, MAX_FRAGMENTED, MAX_MESSAGE_BYTES } from './limits.js';
import { refused } from './refused.js';

/**
 * The messages that together carry a text.
 *
 * @param size - the most characters of the text in one of them
 */
export function fragmentsOf(whole: string, id: string, size: number): string[] {
  const length = Math.max(LEAST_FRAGMENT, Math.floor(size));
  const total = Math.ceil(whole.length / length);
  return Array.from({ length: total }, (_, num) => {
    const data = whole.slice(num * length, (num + 1) * length);
    return JSON.stringify({ op: 'fragment', id, data, num, total });
  });
}

interface Fragmented {
  readonly parts: Map<number, string>;
  readonly total: number;
  characters: number;
}

/** Keeps the fragments that a client has sent until a message is complete. */
export class Fragments {
  readonly #messages = new Map<string, Fragmented>();

  /**
   * @returns the whole message, if this was its last missing fragment
   * @throws OrreryError for a part that fits no message, and a message that is too large
   */
  add(words: Words): string | undefined {
    const [id, num, total] = [text(words, 'id'), count(words, 'num'), count(words, 'total')];
    const { data } = words;
    if (typeof data !== 'string') throw refused('"data" of fragment must be a string.');
    if (!Number.isInteger(num) || !Number.isInteger(total) || num >= total) {
      throw refused(`There cannot be a fragment ${num} of ${total}.`);
    }
    const message = this.#messages.get(id) ?? { parts: new Map(), total, characters: 0 };
    if (message.total !== total) throw refused(`The fragments of ${JSON.stringify(id)} disagree.`);
    if (!message.parts.has(num)) message.characters += data.length;
    if (message.characters > MAX_MESSAGE_BYTES || message.parts.size >= MAX_MESSAGE_BYTES / 64) {
      this.#messages.delete(id);
      throw refused(`A message in fragments may have at most ${MAX_MESSAGE_BYTES} characters.`);
    }
    message.parts.set(num, data);
    if (message.parts.size < total) {
      this.#keep(id, message);
      return undefined;
    }
    this.#messages.delete(id);
    return Array.from({ length: total }, (_, i) => message.parts.get(i)).join('');
  }

  #keep(id: string, message: Fragmented): void {
    if (!this.#messages.has(id) && this.#messages.size >= MAX_FRAGMENTED) {
      this.#messages.delete(this.#messages.keys().next().value!);
    }
    this.#messages.set(id, message);
  }
}
