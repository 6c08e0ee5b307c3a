/** Compiler of the deep copy of canonical messages. */
import { arrayClass, copyArray } from './arrays.js';
import { Code, isInlined, property } from './code.js';
import { FixedArrays } from './fixed_arrays.js';
import type { Member } from './member.js';
import type { MessageObject, MessageType } from './message_type.js';

function copyArrayMember(code: Code, fixed: FixedArrays, member: Member, source: string): string {
  const { primitive, array } = member.field.type;
  const Class = primitive === undefined ? undefined : arrayClass(primitive);
  if (Class !== undefined && array!.kind === 'fixed') {
    const copy = code.fresh('a');
    code.add(`const ${copy} = ${fixed.allocate(member)}; ${copy}.set(${source});`);
    return copy;
  }
  if (Class !== undefined) {
    return `${code.ref(copyArray, 'copyArray')}(${code.ref(Class, Class.name)}, ${source})`;
  }
  // Strings, booleans and bigints are immutable: a shallow copy of the array is deep.
  if (member.nested === undefined) return `${source}.slice()`;
  const [from, to, i] = [code.fresh('s'), code.fresh('a'), code.fresh('i')];
  const copy = code.ref(member.nested.copier, `copy_${member.nested.name}`);
  code.add(`const ${from} = ${source}, ${to} = [];`);
  code.add(`for (let ${i} = 0; ${i} < ${from}.length; ${i}++) ${to}.push(${copy}(${from}[${i}]));`);
  return to;
}

function copyObject(code: Code, fixed: FixedArrays, type: MessageType, source: string): string {
  const parts = type.members.map((member) => {
    const from = property(source, member.field.name);
    let value = from;
    if (member.field.type.array !== undefined) value = copyArrayMember(code, fixed, member, from);
    else if (member.nested !== undefined && !isInlined(member.nested)) {
      value = `${code.ref(member.nested.copier, `copy_${member.nested.name}`)}(${from})`;
    } else if (member.nested !== undefined) {
      const nested = code.fresh('n');
      code.add(`const ${nested} = ${from};`);
      value = copyObject(code, fixed, member.nested, nested);
    }
    return `${JSON.stringify(member.field.name)}: ${value}`;
  });
  return `{ ${parts.join(', ')} }`;
}

/** Compiles the copy function of a type. */
export function compileCopy(type: MessageType): (value: MessageObject) => MessageObject {
  const code = new Code();
  const fixed = new FixedArrays(code, type);
  code.add(`return ${copyObject(code, fixed, type, 'v')};`);
  return code.build('copy', type, ['v']);
}
