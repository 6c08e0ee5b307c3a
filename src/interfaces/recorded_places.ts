/**
 * Folders that records replace by a word. A message may hold the path of a file (`error.stack`,
 * `__filename`), yet the same system in another folder is the same run: receivers get the path
 * unchanged, because they may open the file; digests and recordings get it relative to the system.
 */
import { Buffer } from 'node:buffer';
import { CdrReader } from './cdr_reader.js';
import type { MessageObject, MessageType } from './message_type.js';

/** A folder, and the word that stands for it in records. */
export interface RecordedPlace {
  /** An absolute path, or the path of a URL. */
  readonly folder: string;
  readonly word: string;
}

let words: ReadonlyMap<string, string> = new Map();
let pattern: RegExp | undefined;
let folders: readonly string[] = [];
let shortest = Number.POSITIVE_INFINITY;
/** The text that precedes the address of an object in Python. */
const BEFORE_ADDRESS = ' at 0x';
const ADDRESS = /(?<= at )0x[0-9a-f]{6,16}\b/g;
/** The shortest address has six digits. */
const SHORTEST_ADDRESS = 12;
/** Whether any running program may have addresses in its texts. */
let hidesAddresses = false;
/** Whether a text measured since the last call of {@link takeMention} holds one of the folders. */
let mentioned = false;

/** Sets the folders that records of this thread replace by words from now on, possibly none. */
export function setRecordedPlaces(places: readonly RecordedPlace[]): void {
  words = new Map(places.map(({ folder, word }) => [folder, word]));
  // The innermost folder must match first.
  folders = [...words.keys()].sort((a, b) => b.length - a.length);
  shortest = Math.min(...folders.map(({ length }) => length));
  mentioned = false;
  hidesAddresses = false;
  const any = folders.map((folder) => folder.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  // A whole folder, not a part of another's name.
  pattern =
    any === '' ? undefined : new RegExp(`(?:${any})(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`, 'gu');
}

/**
 * From now on until the folders are set again, records also replace addresses by a word: the address of
 * an object in another process (`<Node object at 0x7ffff6f4>`) differs from run to run.
 */
export function leaveOutAddresses(): void {
  hidesAddresses = true;
  shortest = Math.min(shortest, SHORTEST_ADDRESS);
}

/** Records whether `text` holds one of the folders. Called for every text that is encoded. */
export function notePlaces(text: string): void {
  if (text.length >= shortest && !mentioned) mentioned = holdsPlace(text);
}

/** Whether a text of the message that was measured last may hold one of the folders. */
export function takeMention(): boolean {
  const answer = mentioned;
  mentioned = false;
  return answer;
}

/** `text` with a word instead of each of the folders. */
export function withoutPlaces(text: string): string {
  if (text.length < shortest || !holdsPlace(text)) return text;
  const placed =
    pattern === undefined ? text : text.replace(pattern, (folder) => words.get(folder)!);
  return hidesAddresses ? placed.replace(ADDRESS, '<address>') : placed;
}

/** A copy of a canonical message whose texts hold words instead of the folders. */
export function messageWithoutPlaces(type: MessageType, message: MessageObject): MessageObject {
  const copy: MessageObject = { ...message };
  for (const { field, nested } of type.members) {
    const { primitive, array } = field.type;
    const isText = primitive === 'string' || primitive === 'wstring';
    if (!isText && nested === undefined) continue;
    const changed = (value: unknown) =>
      nested === undefined
        ? withoutPlaces(value as string)
        : messageWithoutPlaces(nested, value as MessageObject);
    const value = message[field.name];
    copy[field.name] = array === undefined ? changed(value) : (value as unknown[]).map(changed);
  }
  return copy;
}

/**
 * From this many bytes on, the texts of a message are read instead of searching all of its bytes: a search takes 1 ms
 * for the pixels of 1 MB, since many of them begin like a folder.
 */
const READ_FROM = 4096;

/**
 * Likewise for a serialized message. Bytes that are not a message stay as they are, and so does one
 * without texts.
 */
export function bytesWithoutPlaces(type: MessageType, bytes: Uint8Array): Uint8Array {
  if (bytes.length < shortest || !mayMention(type, bytes)) return bytes;
  try {
    return type.encode(messageWithoutPlaces(type, type.decode(bytes)));
  } catch {
    return bytes;
  }
}

function mayMention(type: MessageType, bytes: Uint8Array): boolean {
  // The compiled decoder reads little endian only.
  if (bytes.length >= READ_FROM && bytes[0] === 0 && bytes[1] === 1) {
    try {
      return mentionsPlace(type, type.bodyReader(new CdrReader(bytes, 'skip')));
    } catch {
      // It is not a message, or one that the slow decoder understands.
    }
  }
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hidesAddresses && view.includes(BEFORE_ADDRESS)) return true;
  return folders.some((folder) => view.includes(folder));
}

/** Whether a text of the message, nested or not, holds one of the folders or an address. */
function mentionsPlace(type: MessageType, message: MessageObject): boolean {
  return type.members.some(({ field, nested }) => {
    const { primitive, array } = field.type;
    if (nested === undefined && primitive !== 'string' && primitive !== 'wstring') return false;
    const mentions = (value: unknown) =>
      nested === undefined
        ? holdsPlace(value as string)
        : mentionsPlace(nested, value as MessageObject);
    const value = message[field.name];
    return array === undefined ? mentions(value) : (value as unknown[]).some(mentions);
  });
}

function holdsPlace(text: string): boolean {
  for (let i = 0; i < folders.length; i++) if (text.includes(folders[i]!)) return true;
  return hidesAddresses && text.includes(BEFORE_ADDRESS);
}
