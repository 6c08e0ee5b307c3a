/** A message type at run time: what it consists of, and every operation on its values. */
import { OrreryError } from '../errors/index.js';
import { ON_HEAP_BYTES } from './arrays.js';
import { CdrReader } from './cdr_reader.js';
import { CdrWriter } from './cdr_writer.js';
import { isInlined } from './code.js';
import { compileCopy } from './compile_copy.js';
import { compileNormalize } from './compile_normalize.js';
import { compileRead, type ReadFunction } from './compile_read.js';
import {
  compileSize,
  compileWrite,
  type SizeFunction,
  type WriteFunction,
} from './compile_write.js';
import { decodeSlow, isLittleEndian } from './decode_slow.js';
import type { Member } from './member.js';
import type { MessageBudget } from './message_budget.js';
import type { Constant, Field, Literal, MessageDefinition } from './message_definition.js';
import { normalizeSlow } from './normalize_slow.js';
import { messageWithoutPlaces, takeMention } from './recorded_places.js';
import { schemaText } from './schema_text.js';
import { messageHash } from './type_hash.js';

/** Up to this size, `encode` first writes to a reused buffer, which is cheaper than a view of a new one. */
const SCRATCH_BYTES = 4096;
const scratch = new CdrWriter(SCRATCH_BYTES);

/** A message as a plain object. */
export type MessageObject = Record<string, unknown>;

/** Options of {@link MessageType.normalize}. */
export interface NormalizeOptions {
  /** Refuses unknown fields, fractions for integers and numbers for booleans. Default false. */
  readonly strict?: boolean;
}

/** Options of {@link MessageType.decode}. */
export interface DecodeOptions {
  /** Lets byte arrays alias the input instead of copying them. Default false. */
  readonly view?: boolean;
}

/** The parts of a {@link MessageType}. */
export interface MessageTypeParts {
  /** `package/kind/Name` */
  readonly name: string;
  readonly definition: MessageDefinition;
  readonly members: readonly Member[];
  /** The definition's text, without dependencies. */
  readonly text: string;
  /** The budget of the type's registry. */
  readonly budget: MessageBudget;
}

/**
 * A message type. Get one from a `TypeRegistry`; equal names from one registry are the same object.
 *
 * The *canonical form* of a message is what `create`, `normalize`, `copy` and `decode` return and
 * what rclnodejs gives to callbacks: a plain object with every field, in definition order; numeric
 * arrays and sequences are the matching typed array (`byte`: Uint8Array, `char`: Int8Array); arrays
 * of int64, uint64 (plain arrays of bigint), bool, string and messages are plain arrays; int64 and
 * uint64 are bigint; float32 is rounded to single precision; `char` is from -128 to 127.
 *
 * Sequences own their buffers. Fixed-size arrays of more than 64 bytes of one message may share one
 * buffer with each other (never with another message): use `byteOffset` with their `.buffer`.
 *
 * Code is generated for an operation when it is first used.
 */
export class MessageType {
  readonly name: string;
  /** The package, e.g. `std_msgs`. */
  readonly package: string;
  readonly fields: readonly Field[];
  readonly constants: readonly Constant[];
  /** The text of the definition, without the definitions it refers to. */
  readonly definition: string;
  /** Fields with their nested types. */
  readonly members: readonly Member[];
  /** True if a canonical object has no mutable part besides itself, so a shallow copy is deep. */
  readonly isFlat: boolean;
  /** The smallest number of body bytes of a value. */
  readonly minimumSize: number;
  /** Values of a new message, those of nested messages included. @internal */
  readonly values: number;
  /** How deep messages are nested; 1 if there are none. @internal */
  readonly depth: number;
  /** Fields that the type's generated code handles itself. @internal */
  readonly inlinedFields: number;
  /** The remaining part of the message limit. @internal */
  readonly budget: MessageBudget;

  /**
   * A deep copy of a canonical object; shares nothing mutable with it. Applied to anything else the
   * result is undefined; use `normalize` there.
   */
  copy: (value: MessageObject) => MessageObject;

  #hash: string | undefined;
  #schemaText: string | undefined;
  #copier: ((value: MessageObject) => MessageObject) | undefined;
  #normalizer: ((value: unknown) => MessageObject) | undefined;
  /** Bytes with the header, if all messages have the same size and the encoder is compiled; else 0. */
  #fixedSize = 0;
  #bodySize: SizeFunction | undefined;
  #bodyWriter: WriteFunction | undefined;
  #bodyReader: ReadFunction | undefined;

  constructor(parts: MessageTypeParts) {
    this.name = parts.name;
    this.package = parts.name.slice(0, parts.name.indexOf('/'));
    this.fields = parts.definition.fields;
    this.constants = parts.definition.constants;
    this.definition = parts.text;
    this.members = parts.members;
    this.isFlat = parts.members.every(
      (m) => m.nested === undefined && m.field.type.array === undefined,
    );
    this.minimumSize = Math.max(
      1,
      parts.members.reduce((sum, member) => sum + member.minimumSize, 0),
    );
    this.values = parts.members.reduce((sum, member) => sum + member.values, 1);
    this.depth = 1 + parts.members.reduce((most, m) => Math.max(most, m.nested?.depth ?? 0), 0);
    this.inlinedFields = parts.members.reduce((sum, member) => sum + inlinedFields(member), 0);
    this.budget = parts.budget;
    this.copy = (value) => {
      this.copy = this.copier;
      return this.copy(value);
    };
  }

  /** The type hash of REP-2016: `RIHS01_` and 64 hexadecimal digits. */
  get hash(): string {
    this.#hash ??= messageHash(this);
    return this.#hash;
  }

  /** The concatenated `ros2msg` text of this definition and all it refers to, as MCAP requires. */
  get schemaText(): string {
    this.#schemaText ??= schemaText(this);
    return this.#schemaText;
  }

  /** The compiled copy. @internal */
  get copier(): (value: MessageObject) => MessageObject {
    this.#copier ??= compileCopy(this);
    return this.#copier;
  }

  /** The compiled fast path of `normalize`; throws if it does not apply. @internal */
  get normalizer(): (value: unknown) => MessageObject {
    this.#normalizer ??= compileNormalize(this);
    return this.#normalizer;
  }

  /** The compiled size. @internal */
  get bodySize(): SizeFunction {
    this.#bodySize ??= compileSize(this);
    return this.#bodySize;
  }

  /** The compiled encoder. @internal */
  get bodyWriter(): WriteFunction {
    if (this.#bodyWriter === undefined) {
      this.#bodyWriter = compileWrite(this);
      if (this.members.every((m) => m.isFixed)) this.#fixedSize = this.encodedSize(this.create());
    }
    return this.#bodyWriter;
  }

  /** The compiled decoder; throws if it does not apply. @internal */
  get bodyReader(): ReadFunction {
    this.#bodyReader ??= compileRead(this);
    return this.#bodyReader;
  }

  /** A new message: defaults of the definition, zero and empty otherwise. */
  create(): MessageObject {
    return this.normalizer({});
  }

  /**
   * The canonical form of what a publisher passed: a plain object, possibly partial; an object with
   * getters; plain arrays, typed arrays or wrappers with `.data` for arrays; safe integers for
   * 64-bit fields. Missing (or undefined) fields become defaults. Fractions for integer fields are
   * truncated as rclnodejs does, unless `strict`. Shares nothing mutable with the input.
   *
   * @throws `ORR_MESSAGE_FIELD`, `ORR_MESSAGE_TOO_LARGE` naming the field by its full path
   */
  normalize(value: unknown, options?: NormalizeOptions): MessageObject {
    if (options?.strict === true) return normalizeSlow(this, value, true);
    const { budget } = this;
    budget.left = budget.limit;
    let result: MessageObject;
    try {
      result = (this.#normalizer ?? this.normalizer)(value);
    } catch {
      // This is either a rare form or an error: the slow path finds out which.
      result = normalizeSlow(this, value, false);
    }
    return result;
  }

  /** The number of bytes that `encode` returns for this canonical value, including the header. */
  encodedSize(value: MessageObject): number {
    return this.bodySize(value, 0) + 4;
  }

  /**
   * Encodes a canonical value: XCDR1 little endian with the 4-byte encapsulation header, in a fresh
   * array of exactly that size. Every NaN becomes the same bits on every machine.
   */
  encode(value: MessageObject): Uint8Array {
    const size = this.encodedSize(value);
    if (size > SCRATCH_BYTES) {
      const writer = new CdrWriter(size);
      this.encodeInto(writer, value);
      return new Uint8Array(writer.bytes.buffer, 0, size);
    }
    scratch.reset();
    this.encodeInto(scratch, value);
    const result = new Uint8Array(size);
    const { bytes } = scratch;
    if (size > ON_HEAP_BYTES) result.set(scratch.written());
    else for (let i = 0; i < size; i++) result[i] = bytes[i]!;
    return result;
  }

  /** Appends an encoded message to a writer, up to its new `position`; returns the offset where the message begins. */
  encodeInto(writer: CdrWriter, value: MessageObject): number {
    const size = this.#fixedSize;
    if (size === 0) return this.#encodeMeasured(writer, value);
    const start = writer.position;
    if (start + size > writer.bytes.length) writer.reserve(size);
    const { view } = writer;
    view.setUint32(start, 0x00000100, true);
    const write = this.#bodyWriter ?? this.bodyWriter;
    writer.position = write(value, writer.bytes, view, start + 4, start + 4);
    return start;
  }

  /** Apart from {@link encodeInto}, which is twice as fast without it. A message of fixed size has no texts. */
  #encodeMeasured(writer: CdrWriter, value: MessageObject): number {
    let content = value;
    let size = this.encodedSize(content);
    if (takeMention() && writer.forRecords) {
      content = messageWithoutPlaces(this, content);
      size = this.encodedSize(content);
    }
    writer.reserve(size);
    const { bytes, view, position: start } = writer;
    view.setUint32(start, 0x00000100, true);
    writer.position = this.bodyWriter(content, bytes, view, start + 4, start + 4);
    return start;
  }

  /**
   * Decodes a message. The header determines the byte order. Nothing is shared with the input
   * unless
   * `view` is set. Bytes after the last field are ignored.
   *
   * @throws `ORR_CDR_TRUNCATED`, `ORR_CDR_BOUND`, `ORR_CDR_ENCAPSULATION` with byte offset
   */
  decode(bytes: Uint8Array, options?: DecodeOptions): MessageObject {
    if (bytes.byteLength >= 4 && bytes[1] === 1 && bytes[0] === 0) {
      const read = this.#bodyReader ?? this.bodyReader;
      try {
        return read(new CdrReader(bytes, options?.view ? 'alias' : 'copy'));
      } catch {
        return decodeSlow(this, bytes);
      }
    }
    isLittleEndian(this, bytes);
    return decodeSlow(this, bytes);
  }

  /**
   * The value of a constant of the definition.
   *
   * @throws `ORR_UNKNOWN_CONSTANT`
   */
  constant(name: string): Literal {
    const found = this.constants.find((c) => c.name === name);
    if (found !== undefined) return found.value;
    throw new OrreryError(
      'ORR_UNKNOWN_CONSTANT',
      `${this.name} has no constant '${name}'; it has ${this.constants.map((c) => c.name).join(', ') || 'none'}.`,
      { place: { type: this.name } },
    );
  }
}

function inlinedFields({ field, nested }: Member): number {
  const isPart = nested !== undefined && field.type.array === undefined && isInlined(nested);
  return isPart ? nested.inlinedFields : 1;
}
