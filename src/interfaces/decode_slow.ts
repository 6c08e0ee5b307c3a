/**
 * Slow decoding: both byte orders, and for bad input an error that names the byte and the
 * field. The compiled decoder passes everything here that it cannot handle.
 */
import { OrreryError } from '../errors/index.js';
import { allocateArray, arrayClass } from './arrays.js';
import { decodeText, decodeWideText, fillElements } from './cdr_reader.js';
import type { Member } from './member.js';
import { PRIMITIVE_SIZE, type PrimitiveName } from './message_definition.js';
import type { MessageObject, MessageType } from './message_type.js';

class SlowReader {
  readonly view: DataView;
  /** Offset in `bytes`; the body begins at 4. */
  position = 4;

  constructor(
    readonly root: MessageType,
    readonly bytes: Uint8Array,
    readonly little: boolean,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return Math.max(0, this.bytes.byteLength - this.position);
  }

  fail(code: 'ORR_CDR_TRUNCATED' | 'ORR_CDR_BOUND', path: string, problem: string): never {
    throw new OrreryError(
      code,
      `${this.root.name}${path === '' ? '' : `.${path}`} at byte ${this.position}: ${problem}; the message is corrupt or of another type.`,
      { place: { type: this.root.name, offset: this.position } },
    );
  }

  align(size: number): void {
    this.position += (4 - this.position) & (size - 1);
  }

  need(bytes: number, path: string): void {
    if (bytes > this.left) {
      this.fail('ORR_CDR_TRUNCATED', path, `${bytes} bytes are needed, ${this.left} are left`);
    }
  }

  object(type: MessageType, path: string): MessageObject {
    if (type.members.length === 0) this.scalar('uint8', path);
    const result: MessageObject = {};
    for (const member of type.members) {
      const { name } = member.field;
      const at = path === '' ? name : `${path}.${name}`;
      result[name] =
        member.field.type.array === undefined ? this.single(member, at) : this.array(member, at);
    }
    return result;
  }

  single(member: Member, path: string): unknown {
    if (member.nested !== undefined) return this.object(member.nested, path);
    const { primitive, stringBound } = member.field.type;
    return PRIMITIVE_SIZE[primitive!] === 0
      ? this.text(primitive!, stringBound, path)
      : this.scalar(primitive!, path);
  }

  scalar(primitive: PrimitiveName, path: string): boolean | number | bigint {
    const size = PRIMITIVE_SIZE[primitive];
    this.align(size);
    this.need(size, path);
    const p = this.position;
    this.position += size;
    if (primitive === 'bool') return this.view.getUint8(p) !== 0;
    if (primitive === 'int64') return this.view.getBigInt64(p, this.little);
    if (primitive === 'uint64') return this.view.getBigUint64(p, this.little);
    const one = new (arrayClass(primitive)!)(1);
    fillElements(one, this.view, p, this.little);
    return one[0]!;
  }

  text(primitive: PrimitiveName, bound: number | undefined, path: string): string {
    const length = this.scalar('uint32', path) as number;
    const wide = primitive === 'wstring';
    const size = wide ? length * 2 : length;
    this.need(size, path);
    const text = wide
      ? decodeWideText(this.view, this.position, length, this.little)
      : this.narrow(length);
    if (bound !== undefined && text.length > bound) {
      this.fail('ORR_CDR_BOUND', path, `the string is longer than its bound of ${bound}`);
    }
    this.position += size;
    return text;
  }

  narrow(length: number): string {
    if (length === 0) return '';
    const last = this.bytes[this.position + length - 1];
    return decodeText(this.bytes, this.position, last === 0 ? length - 1 : length);
  }

  array(member: Member, path: string): unknown {
    const { primitive, array } = member.field.type;
    const size = primitive === undefined ? 0 : PRIMITIVE_SIZE[primitive];
    const least = size || (member.nested === undefined ? 4 : member.nested.minimumSize);
    const count = array!.kind === 'fixed' ? array!.size : (this.scalar('uint32', path) as number);
    if (array!.kind === 'bounded' && count > array!.size) {
      this.fail(
        'ORR_CDR_BOUND',
        path,
        `the sequence of ${count} exceeds its bound of ${array!.size}`,
      );
    }
    if (size > 0 && count > 0) this.align(size);
    this.need(count * least, path);
    const Class = primitive === undefined ? undefined : arrayClass(primitive);
    if (Class !== undefined) {
      const result = allocateArray(Class, count);
      fillElements(result, this.view, this.position, this.little);
      this.position += result.byteLength;
      return result;
    }
    const list: unknown[] = [];
    for (let i = 0; i < count; i++) list.push(this.single(member, `${path}[${i}]`));
    return list;
  }
}

/**
 * The byte order of an encapsulation header (DDS-RTPS 10.2): plain CDR only.
 *
 * @throws `ORR_CDR_TRUNCATED`, `ORR_CDR_ENCAPSULATION`
 */
export function isLittleEndian(type: MessageType, bytes: Uint8Array): boolean {
  if (bytes.byteLength < 4) {
    throw new OrreryError(
      'ORR_CDR_TRUNCATED',
      `A message of ${type.name} has ${bytes.byteLength} bytes, less than the 4 of the CDR header; the message is corrupt.`,
      { place: { type: type.name, offset: 0 } },
    );
  }
  if (bytes[0] !== 0 || bytes[1]! > 1) {
    const found = bytes[0]! * 256 + bytes[1]!;
    throw new OrreryError(
      'ORR_CDR_ENCAPSULATION',
      `A message of ${type.name} has the encapsulation 0x${found.toString(16).padStart(4, '0')}; only plain CDR (0x0000, 0x0001) is supported, so re-encode the message.`,
      { place: { type: type.name, offset: 0 } },
    );
  }
  return bytes[1] === 1;
}

/** See `MessageType.decode`. */
export function decodeSlow(type: MessageType, bytes: Uint8Array): MessageObject {
  return new SlowReader(type, bytes, isLittleEndian(type, bytes)).object(type, '');
}
