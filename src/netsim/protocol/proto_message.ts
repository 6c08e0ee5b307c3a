import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { OrreryError } from '../../errors/index.js';

/** How a field is written. Repeated numbers are packed; both forms are read. */
type Kind = 'uint32' | 'bool' | 'bytes' | 'uint32s' | 'fixed32s' | 'doubles' | NestedMessage;

/** The messages of another kind that a field repeats. */
interface NestedMessage {
  encode(message: object): Uint8Array;
  decode(bytes: Uint8Array): object;
}

/** One field of a message: its number on the wire and its kind. */
export type ProtoField = readonly [number: number, kind: Kind];

/** A repeated number in its form on the wire. */
type NumbersKind = 'uint32s' | 'fixed32s' | 'doubles';

/**
 * A protobuf (proto3) message described by its fields, written in the order of their numbers with
 * defaults left out, as the official implementations write it.
 */
export class ProtoMessage<T extends object> {
  readonly name: string;
  readonly #empty: () => T;
  readonly #fields: readonly (readonly [keyof T & string, ProtoField])[];

  /** @param empty - a message with all fields at their defaults */
  constructor(
    name: string,
    empty: () => T,
    fields: Readonly<Record<keyof T & string, ProtoField>>,
  ) {
    this.name = name;
    this.#empty = empty;
    const entries = Object.entries(fields) as [keyof T & string, ProtoField][];
    this.#fields = entries.sort(([, [a]], [, [b]]) => a - b);
  }

  /** A message with all fields at their defaults. */
  empty(): T {
    return this.#empty();
  }

  encode(message: T): Uint8Array {
    const writer = new BinaryWriter();
    for (const [name, [number, kind]] of this.#fields) write(writer, number, kind, message[name]);
    return writer.finish();
  }

  /**
   * Reads a message. Unknown fields are skipped; of a field that occurs twice, the last one counts.
   *
   * @throws OrreryError `ORR_NETSIM_PROTOCOL` when the bytes are not a message of this kind
   */
  decode(bytes: Uint8Array): T {
    const message = this.#empty();
    try {
      const reader = new BinaryReader(bytes);
      while (reader.pos < reader.len) {
        const [number, wire] = reader.tag();
        const field = this.#fields.find(([, [each]]) => each === number);
        if (field === undefined) reader.skip(wire, number);
        else read(reader, wire, field, message);
      }
    } catch (error) {
      if (error instanceof OrreryError) throw error;
      throw new OrreryError(
        'ORR_NETSIM_PROTOCOL',
        `The peer sent bytes that are not a ${this.name} message: ${(error as Error).message}.`,
        { cause: error },
      );
    }
    return message;
  }
}

function write(writer: BinaryWriter, number: number, kind: Kind, value: unknown): void {
  if (typeof kind === 'object') {
    for (const each of value as object[]) {
      writer.tag(number, WireType.LengthDelimited).bytes(kind.encode(each));
    }
  } else if (kind === 'uint32') {
    if (value !== 0) writer.tag(number, WireType.Varint).uint32(value as number);
  } else if (kind === 'bool') {
    if (value === true) writer.tag(number, WireType.Varint).bool(true);
  } else if (kind === 'bytes') {
    const bytes = value as Uint8Array;
    if (bytes.length > 0) writer.tag(number, WireType.LengthDelimited).bytes(bytes);
  } else {
    const numbers = value as number[];
    if (numbers.length === 0) return;
    writer.tag(number, WireType.LengthDelimited).fork();
    for (const each of numbers) writeNumber(writer, kind, each);
    writer.join();
  }
}

function writeNumber(writer: BinaryWriter, kind: NumbersKind, value: number): void {
  if (kind === 'doubles') writer.double(value);
  else if (kind === 'fixed32s') writer.fixed32(value);
  else writer.uint32(value);
}

function read<T extends object>(
  reader: BinaryReader,
  wire: WireType,
  [name, [, kind]]: readonly [keyof T & string, ProtoField],
  message: T,
): void {
  const target = message as Record<string, unknown>;
  if (typeof kind === 'object') (target[name] as object[]).push(kind.decode(reader.bytes()));
  else if (kind === 'uint32') target[name] = reader.uint32();
  else if (kind === 'bool') target[name] = reader.bool();
  else if (kind === 'bytes') target[name] = reader.bytes();
  else readNumbers(reader, wire, kind, target[name] as number[]);
}

function readNumbers(
  reader: BinaryReader,
  wire: WireType,
  kind: NumbersKind,
  numbers: number[],
): void {
  if (wire !== WireType.LengthDelimited) {
    numbers.push(readNumber(reader, kind));
    return;
  }
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) numbers.push(readNumber(reader, kind));
}

function readNumber(reader: BinaryReader, kind: NumbersKind): number {
  if (kind === 'doubles') return reader.double();
  return kind === 'fixed32s' ? reader.fixed32() : reader.uint32();
}
