/**
 * The limits of definitions. Definitions may come from untrusted recordings: a few lines
 * can describe a message that fits no memory, or one whose code generation would never end. All
 * these limits are checked while a type is built, before any code is generated for it.
 */
import { OrreryError } from '../errors/index.js';

/** How deep messages may be nested; ROS 2's own nest up to 7 deep. */
export const MAX_DEPTH = 64;
/** How many fields and constants one definition may have. */
const MAX_FIELDS = 4096;
/** How many characters the text of one definition may have. */
const MAX_TEXT = 1024 * 1024;
/** How many characters the name of an interface may have, as in DDS. */
export const MAX_NAME = 255;
/** How many values a new message may consist of, those of nested messages included. */
const MAX_VALUES = 1_000_000;

/** The size of a type, including nested types. */
export interface TypeExtent {
  readonly name: string;
  /** 1 for a message without nested messages. */
  readonly depth: number;
  /** Values of a new message, counting one element for each sequence of messages. */
  readonly values: number;
  /** The smallest number of bytes of a message. */
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
 * Refuses a type that nests too deep or whose smallest message is too large.
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

/**
 * Refuses types that nest too deep; also called while the nested types are still being resolved.
 */
export function checkDepth(name: string, depth: number): void {
  if (depth > MAX_DEPTH) refuse(name, `nests messages more than ${MAX_DEPTH} deep`);
}

/** Refuses a text that is too long to be a definition. */
export function checkText(name: string, text: string): void {
  if (text.length > MAX_TEXT) {
    refuse(name, `has ${text.length} characters, more than the limit of ${MAX_TEXT}`);
  }
}

/** Refuses a definition with too many fields and constants. */
export function checkFieldCount(name: string, count: number): void {
  if (count > MAX_FIELDS) refuse(name, `has more than the limit of ${MAX_FIELDS} fields`);
}
