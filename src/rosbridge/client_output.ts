import { count, optionalText, type Words } from './client_words.js';
import { fragmentsOf } from './fragments.js';
import { MAX_UNSENT_ANSWERS, MAX_UNSENT_BYTES } from './limits.js';
import { pngOf } from './png_of.js';
import { refused } from './refused.js';

/** The connection of a client. */
export interface Connection {
  /** Bytes that wait to be sent. */
  readonly bufferedAmount: number;
  send(data: string | Uint8Array): void;
  close(code: number, reason: string): void;
}

const LEVELS = ['info', 'warning', 'error', 'none'] as const;
export type Level = (typeof LEVELS)[number];

/** In which form a client wants answers. */
export interface Form {
  readonly isPng: boolean;
  /** The most characters of one message; 0: any number. */
  readonly fragmentSize: number;
}

const PLAIN: Form = { isPng: false, fragmentSize: 0 };

/** The form that a call asks for. */
export function formOf(words: Words): Form {
  const compression = optionalText(words, 'compression') ?? 'none';
  if (compression !== 'none' && compression !== 'png') {
    throw refused(`The compression "${compression}" is offered for topics only.`);
  }
  return { isPng: compression === 'png', fragmentSize: count(words, 'fragment_size') };
}

/** A message, packed into a PNG picture. */
export function compressed(text: string): string {
  return JSON.stringify({ op: 'png', data: pngOf(text).toString('base64') });
}

/** Sends to one client, within bounds, whole or in fragments. */
export class ClientOutput {
  #level: Level = 'error';
  #dropped = 0;
  #fragmented = 0;

  constructor(readonly connection: Connection) {}

  setLevel(level: string): void {
    if (!LEVELS.includes(level as Level)) throw refused(`The level "${level}" does not exist.`);
    this.#level = level as Level;
  }

  /** Sends a status message, if the client wants those of its level. */
  tell(level: Level, msg: string, id: string | undefined): void {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(this.#level)) return;
    this.answer(JSON.stringify({ op: 'status', level, msg, ...(id === undefined ? {} : { id }) }));
  }

  /** Sends a message of a topic; a client that does not keep up misses some. */
  send(data: string | Uint8Array, fragmentSize: number): void {
    if (this.connection.bufferedAmount <= MAX_UNSENT_BYTES) this.#pass(data, fragmentSize);
    else if (this.#dropped++ === 0) {
      const what = 'This client reads too slowly: messages of its topics are dropped.';
      this.tell('warning', what, undefined);
    }
  }

  /** Sends what no client can do without. */
  answer(text: string, { isPng, fragmentSize }: Form = PLAIN): void {
    if (this.connection.bufferedAmount > MAX_UNSENT_ANSWERS) {
      this.connection.close(1013, 'too many answers wait to be read');
    } else this.#pass(isPng ? compressed(text) : text, fragmentSize);
  }

  #pass(data: string | Uint8Array, fragmentSize: number): void {
    const isWhole = typeof data !== 'string' || fragmentSize === 0 || data.length <= fragmentSize;
    if (isWhole) {
      this.connection.send(data);
      return;
    }
    const id = `fragmented:${++this.#fragmented}`;
    for (const part of fragmentsOf(data, id, fragmentSize)) this.connection.send(part);
  }
}
