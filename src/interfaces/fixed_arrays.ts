/** Where the fixed-size arrays of a new message are allocated, in generated code. */
import { allocateArray, arrayClass, ON_HEAP_BYTES, SharedBacking } from './arrays.js';
import { type Code, isInlined } from './code.js';
import type { Member } from './member.js';
import type { MessageType } from './message_type.js';

/** Bytes of a fixed-size numeric array; 0 for every other member. */
function fixedBytes(member: Member): number {
  const { primitive, array } = member.field.type;
  if (primitive === undefined || array?.kind !== 'fixed') return 0;
  return (arrayClass(primitive)?.BYTES_PER_ELEMENT ?? 0) * array.size;
}

function planAll(type: MessageType, backing: SharedBacking): void {
  for (const member of type.members) {
    const { array } = member.field.type;
    if (member.nested !== undefined && array === undefined && isInlined(member.nested)) {
      planAll(member.nested, backing);
    }
    const bytes = fixedBytes(member);
    if (SharedBacking.suits(bytes)) backing.plan(bytes);
  }
}

/** Emits allocations; members must be visited in definition order, nested messages inlined. */
export class FixedArrays {
  readonly #backing = new SharedBacking();
  readonly #buffer: string = '';

  constructor(
    readonly code: Code,
    type: MessageType,
  ) {
    planAll(type, this.#backing);
    if (this.#backing.shared) {
      this.#buffer = code.fresh('backing');
      code.add(`const ${this.#buffer} = new ArrayBuffer(${this.#backing.total});`);
    }
  }

  /** An expression for a new array for this member; its elements may be anything. */
  allocate(member: Member): string {
    const bytes = fixedBytes(member);
    const size = member.field.type.array!.kind === 'fixed' ? sizeOf(member) : 0;
    const Class = arrayClass(member.field.type.primitive!)!;
    const name = this.code.ref(Class, Class.name);
    if (SharedBacking.suits(bytes) && this.#buffer !== '') {
      return `new ${name}(${this.#buffer}, ${this.#backing.take()}, ${size})`;
    }
    if (bytes <= ON_HEAP_BYTES) return `new ${name}(${size})`;
    return `${this.code.ref(allocateArray, 'allocate')}(${name}, ${size})`;
  }
}

/** The size of a fixed array member. */
export function sizeOf(member: Member): number {
  const array = member.field.type.array;
  return array?.kind === 'fixed' ? array.size : 0;
}
