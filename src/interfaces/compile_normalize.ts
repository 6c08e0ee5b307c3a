/**
 * Compiler of the fast path of `normalize`: what publishers usually pass (plain objects, missing
 * fields, plain or matching typed arrays). Anything else bails out to `normalize_slow.ts`, which
 * knows every case and every error.
 */
import { allocateArray, arrayClass, copyArray } from './arrays.js';
import { canonicalFloats } from './canonical_floats.js';
import { BAIL, Code, isInlined, property } from './code.js';
import { FixedArrays, sizeOf } from './fixed_arrays.js';
import type { Member } from './member.js';
import { elementCost, type MessageBudget } from './message_budget.js';
import { type FieldType, INTEGER_RANGE } from './message_definition.js';
import type { MessageObject, MessageType } from './message_type.js';
import { defaultScalar } from './scalar.js';

const EMPTY = Object.freeze({});

/** Statements that check the local `x` and bring it to canonical form. */
function checkScalar(code: Code, x: string, type: FieldType, budget: MessageBudget): string {
  const bail = `throw ${code.ref(BAIL, 'bail')};`;
  const primitive = type.primitive!;
  switch (primitive) {
    case 'bool':
      return `if (${x} !== true && ${x} !== false) ${bail}`;
    case 'float32':
      return `if (typeof ${x} !== 'number') ${bail} ${x} = Math.fround(${x});`;
    case 'float64':
      return `if (typeof ${x} !== 'number') ${bail}`;
    case 'string':
    case 'wstring': {
      const bound = type.stringBound === undefined ? '' : ` || ${x}.length > ${type.stringBound}`;
      const left = `${code.ref(budget, 'budget')}.left`;
      return `if (typeof ${x} !== 'string'${bound} || (${left} -= ${x}.length) < 0) ${bail}`;
    }
    case 'int64':
    case 'uint64': {
      const wrap = primitive === 'int64' ? 'asIntN' : 'asUintN';
      return (
        `if (typeof ${x} === 'number' && Number.isSafeInteger(${x})) ${x} = BigInt(${x});` +
        ` if (typeof ${x} !== 'bigint' || BigInt.${wrap}(64, ${x}) !== ${x}) ${bail}`
      );
    }
    case 'uint32':
      return `if (typeof ${x} !== 'number' || ${x} >>> 0 !== ${x}) ${bail} ${x} = ${x} >>> 0;`;
    default: {
      const [low, high] = INTEGER_RANGE[primitive]!;
      const wrap = primitive === 'char' ? `(${x} << 24) >> 24` : `${x} | 0`;
      return `if ((${x} | 0) !== ${x} || ${x} < ${low} || ${x} > ${high}) ${bail} ${x} = ${wrap};`;
    }
  }
}

function literal(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value);
}

function normalizeScalar(code: Code, owner: MessageType, member: Member, source: string): string {
  const x = code.fresh('x');
  const fallback = literal(defaultScalar(member.field));
  code.add(`let ${x} = ${source};`);
  code.add(`if (${x} === undefined) ${x} = ${fallback};`);
  code.add(`else { ${checkScalar(code, x, member.field.type, owner.budget)} }`);
  return x;
}

/**
 * `throw` unless the length of `a` fits the array's shape and what is left of the message limit.
 */
function checkLength(code: Code, member: Member, type: MessageType, a: string): void {
  const array = member.field.type.array!;
  const bail = code.ref(BAIL, 'bail');
  if (array.kind === 'fixed') {
    code.add(`if (${a}.length !== ${array.size}) throw ${bail};`);
    return;
  }
  if (array.kind === 'bounded') code.add(`if (${a}.length > ${array.size}) throw ${bail};`);
  const left = `${code.ref(type.budget, 'budget')}.left`;
  code.add(`if ((${left} -= ${a}.length * ${elementCost(member)}) < 0) throw ${bail};`);
}

/** The loop that fills `to` from the plain array `from`, each element checked. */
function fillLoop(
  code: Code,
  owner: MessageType,
  type: FieldType,
  from: string,
  put: (i: string, x: string) => string,
) {
  const [i, x] = [code.fresh('i'), code.fresh('x')];
  code.add(`for (let ${i} = 0; ${i} < ${from}.length; ${i}++) { let ${x} = ${from}[${i}];`);
  code.add(`${checkScalar(code, x, type, owner.budget)} ${put(i, x)} }`);
}

function normalizeNumeric(
  code: Code,
  fixed: FixedArrays,
  owner: MessageType,
  member: Member,
  source: string,
): string {
  const { type } = member.field;
  const Class = arrayClass(type.primitive!)!;
  const name = code.ref(Class, Class.name);
  const [from, to] = [code.fresh('s'), code.fresh('a')];
  const isFixed = type.array!.kind === 'fixed';
  const allocation = isFixed
    ? fixed.allocate(member)
    : `${code.ref(allocateArray, 'allocate')}(${name}, ${from}.length)`;
  const fallback = code.ref(member.defaultArray(), `default_${to}`);
  code.add(`const ${from} = ${property(source, member.field.name)};`);
  code.add(`let ${to};`);
  code.add(`if (${from} instanceof ${name}) {`);
  checkLength(code, member, owner, from);
  if (isFixed) code.add(`${to} = ${allocation}; ${to}.set(${from});`);
  else code.add(`${to} = ${code.ref(copyArray, 'copyArray')}(${name}, ${from});`);
  code.add(`} else if (${from} === undefined) {`);
  if (isFixed) code.add(`${to} = ${allocation}; ${to}.set(${fallback});`);
  else code.add(`${to} = ${code.ref(copyArray, 'copyArray')}(${name}, ${fallback});`);
  code.add(`} else if (Array.isArray(${from})) {`);
  checkLength(code, member, owner, from);
  code.add(`${to} = ${allocation};`);
  fillLoop(code, owner, type, from, (i, x) => `${to}[${i}] = ${x};`);
  code.add(`} else throw ${code.ref(BAIL, 'bail')};`);
  return to;
}

function normalizeList(code: Code, owner: MessageType, member: Member, source: string): string {
  const [from, to] = [code.fresh('s'), code.fresh('a')];
  const bail = code.ref(BAIL, 'bail');
  code.add(`let ${from} = ${property(source, member.field.name)};`);
  code.add(`const ${to} = [];`);
  if (member.nested === undefined) {
    code.add(`if (${from} === undefined) ${from} = ${code.ref(member.defaultArray(), 'default')};`);
  } else {
    code.add(
      `if (${from} === undefined) ${from} = ${code.ref(emptyObjects(sizeOf(member)), 'none')};`,
    );
  }
  code.add(`if (!Array.isArray(${from})${orBigintArray(member, from)}) throw ${bail};`);
  checkLength(code, member, owner, from);
  if (member.nested === undefined) {
    fillLoop(code, owner, member.field.type, from, (_i, x) => `${to}.push(${x});`);
    return to;
  }
  const i = code.fresh('i');
  const nested = code.ref(member.nested.normalizer, `normalize_${member.nested.name}`);
  code.add(
    `for (let ${i} = 0; ${i} < ${from}.length; ${i}++) ${to}.push(${nested}(${from}[${i}]));`,
  );
  return to;
}

/** The condition that `from` is not the typed array of this 64-bit type either, whose elements are also bigints. */
function orBigintArray(member: Member, from: string): string {
  const { primitive } = member.field.type;
  if (primitive === 'int64') return ` && !(${from} instanceof BigInt64Array)`;
  return primitive === 'uint64' ? ` && !(${from} instanceof BigUint64Array)` : '';
}

function emptyObjects(count: number): readonly object[] {
  return new Array<object>(count).fill(EMPTY);
}

function refuseNonObject(code: Code, x: string): string {
  const bail = code.ref(BAIL, 'bail');
  return `if (typeof ${x} !== 'object' || ${x} === null || Array.isArray(${x})) throw ${bail};`;
}

function normalizeObject(
  code: Code,
  fixed: FixedArrays,
  type: MessageType,
  source: string,
): string {
  const parts = type.members.map((member) => {
    const { primitive, array } = member.field.type;
    const from = property(source, member.field.name);
    let value: string;
    if (array !== undefined) {
      value =
        primitive !== undefined && arrayClass(primitive) !== undefined
          ? normalizeNumeric(code, fixed, type, member, source)
          : normalizeList(code, type, member, source);
    } else if (member.nested !== undefined && !isInlined(member.nested)) {
      const [given, normalize] = [code.fresh('n'), code.ref(member.nested.normalizer, 'normalize')];
      value = code.fresh('x');
      code.add(`const ${given} = ${from};`);
      code.add(
        `const ${value} = ${normalize}(${given} === undefined ? ${code.ref(EMPTY, 'empty')} : ${given});`,
      );
    } else if (member.nested !== undefined) {
      const nested = code.fresh('n');
      code.add(`let ${nested} = ${from};`);
      code.add(`if (${nested} === undefined) ${nested} = ${code.ref(EMPTY, 'empty')};`);
      code.add(`else ${refuseNonObject(code, nested)}`);
      value = normalizeObject(code, fixed, member.nested, nested);
    } else value = normalizeScalar(code, type, member, from);
    return `${JSON.stringify(member.field.name)}: ${value}`;
  });
  const object = `{ ${parts.join(', ')} }`;
  const canonical = canonicalFloats(type);
  return canonical === undefined ? object : `${code.ref(canonical, 'canonicalFloats')}(${object})`;
}

/** Compiles the fast normalisation of a type. The function throws if the slow one must take over. */
export function compileNormalize(type: MessageType): (value: unknown) => MessageObject {
  const code = new Code();
  const fixed = new FixedArrays(code, type);
  code.add(refuseNonObject(code, 'v'));
  code.add(`return ${normalizeObject(code, fixed, type, 'v')};`);
  return code.build('normalize', type, ['v']);
}
