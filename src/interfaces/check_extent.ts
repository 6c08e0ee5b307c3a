/**
 * What a definition may ask for. Definitions come from recordings of strangers: a few lines of them
 * can describe a message that no memory holds, or one whose code would never be finished. Everything
 * here is checked while a type is built, before any code is generated for it.
 */
import { OrreryError } from '../errors/index.js';

/** How deep messages may be nested; those of ROS 2 reach 7. */
export const MAX_DEPTH = 64;
/** How many fields and constants one definition may have. */
const MAX_FIELDS = 4096;
/** How many characters the text of one definition may have. */
const MAX_TEXT = 1024 * 1024;
/** How many characters the name of an interface may have, as in DDS. */
export const MAX_NAME = 255;
/** How many values a new message may consist of, those of nested messages included. */
const MAX_VALUES = 1_000_000;

/** What is counted of a type, nested types included. */
export interface TypeExtent {
  readonly name: string;
  /** 1 for a message without nested messages. */
  readonly depth: number;
  /** Values of a new message, counting one element for each sequence of messages. */
  readonly values: number;
  /** The least number of bytes of a message. */
  readonly minimumSize: number;
}

function refuse(type: string, problem: string): never {
  throw new OrreryError(
    'ORR_DEFINITION_LIMIT',
    `The definition of ${type} ${problem}; simplify the definition.`,
    { place: { type } },
  );
}

/**
 * Refuse a type that nests too deep or whose smallest message is too large.
 *
 * @throws `ORR_DEFINITION_LIMIT`
 */
export function checkExtent(extent: TypeExtent, messageLimit: number): void {
  const { name, depth, values, minimumSize } = extent;
  checkDepth(name, depth);
  if (values > MAX_VALUES) {
    refuse(name, `makes messages of ${values} values, more than the limit of ${MAX_VALUES}`);
  }
  if (minimumSize > messageLimit) {
    refuse(
      name,
      `makes messages of at least ${minimumSize} bytes, more than the message limit of ${messageLimit}`,
    );
  }
}

/** Refuse what nests too deep; also called while the nested types are still being found. */
export function checkDepth(name: string, depth: number): void {
  if (depth > MAX_DEPTH) refuse(name, `nests messages more than ${MAX_DEPTH} deep`);
}

/** Refuse a text that is too long to be a definition. */
export function checkText(name: string, text: string): void {
  if (text.length > MAX_TEXT) {
    refuse(name, `has ${text.length} characters, more than the limit of ${MAX_TEXT}`);
  }
}

/** Refuse a definition of too many fields and constants. */
export function checkFieldCount(name: string, count: number): void {
  if (count > MAX_FIELDS) refuse(name, `has more than the limit of ${MAX_FIELDS} fields`);
}
