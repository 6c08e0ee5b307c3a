/** Compilers of the CDR size and of the CDR encoder of a message type. */
import type { Buffer } from 'node:buffer';
import { Alignment } from './alignment.js';
import * as cdr from './cdr_writer.js';
import { Code, isInlined, property } from './code.js';
import type { Member } from './member.js';
import { PRIMITIVE_SIZE, type PrimitiveName } from './message_definition.js';
import type { MessageType } from './message_type.js';

/** The position after the value, when the value's body position before it is `p`. */
export type SizeFunction = (value: object, p: number) => number;

/** Writes the body of a value at `p` in the buffer; `b` is where the message's body begins. */
export type WriteFunction = (
  value: object,
  bytes: Buffer,
  view: DataView,
  p: number,
  b: number,
) => number;

/** The variable `p` of generated code plus a number of bytes known while compiling. */
class Position {
  readonly alignment = new Alignment();
  #pending = 0;

  constructor(
    readonly code: Code,
    readonly writing: boolean,
  ) {}

  /** Aligns; afterwards `here` is aligned. Padding is written as zeros: the buffer may be dirty. */
  align(size: number): void {
    if (size === 1) return;
    const padding = this.alignment.padding(size);
    if (padding === undefined) {
      this.flush();
      this.code.add(this.padding(size));
      this.alignment.aligned(size);
      return;
    }
    for (let i = 0; i < padding; i++) {
      if (this.writing) this.code.add(`bytes[${this.here}] = 0;`);
      this.skip(1);
    }
  }

  /** Statement that moves an up-to-date `p` to the next multiple of `size`. */
  padding(size: number): string {
    return this.writing
      ? `while ((p - b) & ${size - 1}) bytes[p++] = 0;`
      : `p += -p & ${size - 1};`;
  }

  skip(bytes: number): void {
    this.#pending += bytes;
    this.alignment.advance(bytes);
  }

  /** Expression for the position. */
  get here(): string {
    return this.#pending === 0 ? 'p' : `p + ${this.#pending}`;
  }

  /** Brings `p` up to date. */
  flush(): void {
    if (this.#pending > 0) this.code.add(`p += ${this.#pending};`);
    this.#pending = 0;
  }

  /** Records that `p` was assigned by code whose size is known only at run time. */
  unknown(alignment = 1): void {
    this.#pending = 0;
    if (alignment === 1) this.alignment.forget();
    else this.alignment.aligned(alignment);
  }
}

/** Statement that writes one scalar of fixed size. */
function writeScalar(code: Code, primitive: PrimitiveName, at: string, value: string): string {
  switch (primitive) {
    case 'bool':
      return `bytes[${at}] = ${value} ? 1 : 0;`;
    case 'int16':
    case 'uint16':
      return `view.setUint16(${at}, ${value}, true);`;
    case 'int32':
    case 'uint32':
      return `view.setUint32(${at}, ${value}, true);`;
    case 'int64':
    case 'uint64':
      return `${code.ref(cdr.writeInt64, 'i64')}(view, ${at}, ${value});`;
    case 'float32':
      return `${code.ref(cdr.writeFloat32, 'f32')}(view, ${at}, ${value});`;
    case 'float64':
      return `${code.ref(cdr.writeFloat64, 'f64')}(view, ${at}, ${value});`;
    default:
      return `bytes[${at}] = ${value};`;
  }
}

/** Expression that writes all elements of an array at `p` and returns the new position. */
function writeElements(code: Code, primitive: PrimitiveName, a: string): string {
  switch (PRIMITIVE_SIZE[primitive]) {
    case 1:
      return primitive === 'bool'
        ? `${code.ref(cdr.writeBooleans, 'bools')}(bytes, ${a}, p)`
        : `${code.ref(cdr.writeBytes, 'block')}(bytes, ${a}, p)`;
    case 2:
      return `${code.ref(cdr.writeInt16s, 'i16s')}(bytes, view, ${a}, p)`;
    case 4:
      return primitive === 'float32'
        ? `${code.ref(cdr.writeFloat32s, 'f32s')}(bytes, view, ${a}, p)`
        : `${code.ref(cdr.writeInt32s, 'i32s')}(bytes, view, ${a}, p)`;
    default:
      return primitive === 'float64'
        ? `${code.ref(cdr.writeFloat64s, 'f64s')}(bytes, view, ${a}, p)`
        : `${code.ref(cdr.writeInt64s, 'i64s')}(view, ${a}, p)`;
  }
}

/** Walks a type and emits either its size or its writer. */
class Encoder {
  constructor(
    readonly code: Code,
    readonly position: Position,
    readonly writing: boolean,
  ) {}

  object(type: MessageType, source: string): void {
    if (type.members.length === 0) {
      // IDL forbids empty structs; ROS 2 puts uint8 structure_needs_at_least_one_member there.
      if (this.writing) this.code.add(`bytes[${this.position.here}] = 0;`);
      this.position.skip(1);
    }
    for (const member of type.members) this.member(member, property(source, member.field.name));
  }

  member(member: Member, source: string): void {
    const { type } = member.field;
    if (type.array !== undefined) this.array(member, source);
    else if (member.nested !== undefined && !isInlined(member.nested)) {
      this.position.flush();
      this.call(member.nested, source);
      this.position.unknown();
    } else if (member.nested !== undefined) {
      const n = this.code.fresh('n');
      this.code.add(`const ${n} = ${source};`);
      this.object(member.nested, n);
    } else this.scalar(type.primitive!, source);
  }

  /** The function of a nested type; `p` must be up to date. */
  call(nested: MessageType, source: string): void {
    const { code } = this;
    code.add(
      this.writing
        ? `p = ${code.ref(nested.bodyWriter, `write_${nested.name}`)}(${source}, bytes, view, p, b);`
        : `p = ${code.ref(nested.bodySize, `size_${nested.name}`)}(${source}, p);`,
    );
  }

  scalar(primitive: PrimitiveName, source: string): void {
    const size = PRIMITIVE_SIZE[primitive];
    if (size === 0) {
      this.text(primitive, source);
      return;
    }
    this.position.align(size);
    if (this.writing) {
      this.code.add(writeScalar(this.code, primitive, this.position.here, source));
    }
    this.position.skip(size);
  }

  text(primitive: PrimitiveName, source: string): void {
    const { code, position } = this;
    position.align(4);
    position.flush();
    const wide = primitive === 'wstring';
    if (!this.writing) {
      code.add(
        wide
          ? `p += 4 + 2 * ${code.ref(cdr.utf16Length, 'utf16Length')}(${source});`
          : `p += 5 + ${code.ref(cdr.utf8Length, 'utf8Length')}(${source});`,
      );
    } else if (wide) {
      code.add(`p = ${code.ref(cdr.writeWideString, 'wstring')}(view, ${source}, p);`);
    } else {
      code.add(`p = ${code.ref(cdr.writeString, 'string')}(bytes, view, ${source}, p);`);
    }
    position.unknown(wide ? 2 : 1);
  }

  array(member: Member, source: string): void {
    const { code, position } = this;
    const { primitive, array } = member.field.type;
    const a = code.fresh('a');
    code.add(`const ${a} = ${source};`);
    if (array!.kind !== 'fixed') {
      position.align(4);
      if (this.writing) code.add(`view.setUint32(${position.here}, ${a}.length, true);`);
      position.skip(4);
    }
    const size = primitive === undefined ? 0 : PRIMITIVE_SIZE[primitive];
    if (size === 0) {
      this.loop(member, a);
      return;
    }
    if (array!.kind === 'fixed') {
      position.align(size);
      position.flush();
      if (this.writing) code.add(`${writeElements(code, primitive!, a)};`);
      position.skip(size * array!.size);
      return;
    }
    // An empty sequence is not followed by padding to its element's alignment (as in Fast-CDR).
    position.flush();
    code.add(`if (${a}.length !== 0) {`);
    if (size > 4) code.add(position.padding(size));
    code.add(
      this.writing
        ? `p = ${writeElements(code, primitive!, a)}; }`
        : `p += ${a}.length * ${size}; }`,
    );
    // The count left `p` a multiple of 4, the elements a multiple of their size.
    position.unknown(Math.min(size, 4));
  }

  loop(member: Member, a: string): void {
    const { code, position } = this;
    const i = code.fresh('i');
    position.flush();
    position.unknown();
    code.add(`for (let ${i} = 0; ${i} < ${a}.length; ${i}++) {`);
    if (member.nested === undefined) this.text(member.field.type.primitive!, `${a}[${i}]`);
    else this.call(member.nested, `${a}[${i}]`);
    code.add('}');
    position.unknown();
  }
}

/** Compiles the function that measures a value. */
export function compileSize(type: MessageType): SizeFunction {
  const code = new Code();
  const position = new Position(code, false);
  new Encoder(code, position, false).object(type, 'v');
  position.flush();
  code.add('return p;');
  return code.build('size', type, ['v', 'p']);
}

/** Compiles the function that writes a value. */
export function compileWrite(type: MessageType): WriteFunction {
  const code = new Code();
  const position = new Position(code, true);
  new Encoder(code, position, true).object(type, 'v');
  position.flush();
  code.add('return p;');
  return code.build('write', type, ['v', 'bytes', 'view', 'p', 'b']);
}
