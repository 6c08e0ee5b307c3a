/** Compiler of the decoder of a message type, for well-formed little-endian input. */
import { Alignment } from './alignment.js';
import { arrayClass } from './arrays.js';
import type { CdrReader } from './cdr_reader.js';
import { BAIL, Code, isInlined } from './code.js';
import { FixedArrays } from './fixed_arrays.js';
import type { Member } from './member.js';
import { PRIMITIVE_SIZE, type PrimitiveName } from './message_definition.js';
import type { MessageObject, MessageType } from './message_type.js';

/** Reads the body of a message from the reader's position. */
export type ReadFunction = (reader: CdrReader) => MessageObject;

const GETTER: Readonly<Partial<Record<PrimitiveName, string>>> = {
  byte: 'getUint8(@)',
  char: 'getInt8(@)',
  int8: 'getInt8(@)',
  uint8: 'getUint8(@)',
  int16: 'getInt16(@, true)',
  uint16: 'getUint16(@, true)',
  int32: 'getInt32(@, true)',
  uint32: 'getUint32(@, true)',
  int64: 'getBigInt64(@, true)',
  uint64: 'getBigUint64(@, true)',
  float32: 'getFloat32(@, true)',
  float64: 'getFloat64(@, true)',
};

/** The reader's methods for arrays of primitives that become plain arrays. */
const PLAIN_READER: Readonly<Partial<Record<PrimitiveName, string>>> = {
  bool: 'booleans',
  int64: 'int64s',
  uint64: 'uint64s',
};

/** Emits the reads. Runs of scalars are checked against the end once, before the first of them. */
class Decoder {
  readonly #alignment = new Alignment();
  #pending = 0;
  #run: string[] = [];

  constructor(
    readonly code: Code,
    readonly fixed: FixedArrays,
  ) {}

  /** Ends a run: emits its check and its reads, brings `p` up to date. */
  flush(): void {
    if (this.#pending > 0) {
      this.code.add(`if (p + ${this.#pending} > end) throw ${this.code.ref(BAIL, 'bail')};`);
    }
    for (const line of this.#run) this.code.add(line);
    if (this.#pending > 0) this.code.add(`p += ${this.#pending};`);
    this.#run = [];
    this.#pending = 0;
  }

  #align(size: number): void {
    const padding = this.#alignment.padding(size);
    if (padding !== undefined) {
      this.#pending += padding;
      this.#alignment.advance(padding);
      return;
    }
    this.flush();
    this.code.add(`p += (b - p) & ${size - 1};`);
    this.#alignment.aligned(size);
  }

  /** An expression of the reader `r` that reads at the up-to-date `p` and moves it. */
  #call(expression: string): string {
    this.flush();
    const x = this.code.fresh('x');
    this.code.add(`r.position = p; const ${x} = ${expression}; p = r.position;`);
    return x;
  }

  scalar(primitive: PrimitiveName): string {
    const size = PRIMITIVE_SIZE[primitive];
    this.#align(size);
    const x = this.code.fresh('x');
    const at = this.#pending === 0 ? 'p' : `p + ${this.#pending}`;
    const read =
      primitive === 'bool'
        ? `view.getUint8(${at}) !== 0`
        : `view.${GETTER[primitive]!.replace('@', at)}`;
    this.#run.push(`const ${x} = ${read};`);
    this.#pending += size;
    this.#alignment.advance(size);
    return x;
  }

  text(primitive: PrimitiveName, bound: number | undefined): string {
    this.#align(4);
    const x = this.#call(primitive === 'wstring' ? 'r.wideString()' : 'r.string()');
    this.#alignment.forget();
    if (bound !== undefined) {
      this.code.add(`if (${x}.length > ${bound}) throw ${this.code.ref(BAIL, 'bail')};`);
    }
    return x;
  }

  member(member: Member): string {
    const { primitive, array, stringBound } = member.field.type;
    if (array !== undefined) return this.array(member);
    if (member.nested !== undefined) return this.nested(member.nested);
    return PRIMITIVE_SIZE[primitive!] === 0
      ? this.text(primitive!, stringBound)
      : this.scalar(primitive!);
  }

  nested(type: MessageType): string {
    if (isInlined(type)) return this.object(type);
    const x = this.#call(`${this.code.ref(type.bodyReader, `read_${type.name}`)}(r)`);
    this.#alignment.forget();
    return x;
  }

  object(type: MessageType): string {
    if (type.members.length === 0) this.scalar('uint8');
    const parts = type.members.map((m) => `${JSON.stringify(m.field.name)}: ${this.member(m)}`);
    return `{ ${parts.join(', ')} }`;
  }

  array(member: Member): string {
    const { primitive, array } = member.field.type;
    const size = primitive === undefined ? 0 : PRIMITIVE_SIZE[primitive];
    const count = array!.kind === 'fixed' ? String(array!.size) : this.count(member, size);
    if (size === 0) return this.loop(member, count);
    const Class = arrayClass(primitive!);
    if (array!.kind === 'fixed') this.#align(size);
    else if (size > 4) {
      this.flush();
      this.code.add(`if (${count} !== 0) p += (b - p) & ${size - 1};`);
    }
    let x: string;
    if (Class === undefined) x = this.#call(`r.${PLAIN_READER[primitive!]!}(${count})`);
    else if (array!.kind === 'fixed') {
      this.flush();
      // Checked before the allocation, so that a truncated message costs no memory.
      this.code.add(`if (${array!.size * size} > end - p) throw ${this.code.ref(BAIL, 'bail')};`);
      x = this.#call(`r.fill(${this.fixed.allocate(member)})`);
    } else x = this.#call(`r.array(${this.code.ref(Class, Class.name)}, ${count})`);
    if (array!.kind === 'fixed') this.#alignment.advance(array!.size * size);
    else this.#alignment.aligned(Math.min(size, 4));
    return x;
  }

  /** The count of a sequence, checked against its bound and the remaining bytes. */
  count(member: Member, size: number): string {
    const { array } = member.field.type;
    const least = size > 0 ? size : leastSize(member);
    const n = this.scalar('uint32');
    this.flush();
    const overBound = array!.kind === 'bounded' ? ` || ${n} > ${array!.size}` : '';
    this.code.add(
      `if (${n} * ${least} > end - p${overBound}) throw ${this.code.ref(BAIL, 'bail')};`,
    );
    return n;
  }

  loop(member: Member, count: string): string {
    this.flush();
    const [i, list] = [this.code.fresh('i'), this.code.fresh('a')];
    this.code.add(`const ${list} = [];`);
    this.#alignment.forget();
    if (member.nested === undefined) {
      this.code.add(`for (let ${i} = 0; ${i} < ${count}; ${i}++) {`);
      const x = this.text(member.field.type.primitive!, member.field.type.stringBound);
      this.code.add(`${list}.push(${x}); }`);
    } else {
      const read = this.code.ref(member.nested.bodyReader, `read_${member.nested.name}`);
      this.code.add('r.position = p;');
      this.code.add(`for (let ${i} = 0; ${i} < ${count}; ${i}++) ${list}.push(${read}(r));`);
      this.code.add('p = r.position;');
    }
    this.#alignment.forget();
    return list;
  }
}

/** The smallest number of bytes of an element of an array of strings or messages. */
function leastSize(member: Member): number {
  return member.nested === undefined ? 4 : member.nested.minimumSize;
}

/** Compiles the reader of a type. The reader throws if `decode_slow.ts` must find the mistake. */
export function compileRead(type: MessageType): ReadFunction {
  const code = new Code();
  code.add('const view = r.view, end = r.end, b = r.base; let p = r.position;');
  const decoder = new Decoder(code, new FixedArrays(code, type));
  const object = decoder.object(type);
  decoder.flush();
  code.add('r.position = p;');
  code.add(`return ${object};`);
  return code.build('read', type, ['r']);
}
