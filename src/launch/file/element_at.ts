import { type ExpressionValue, fail, isSequence, toText, typeName } from './expression_value.js';

function position(value: ExpressionValue, length: number): number {
  if (typeof value !== 'bigint') return fail(`An index must be an int, not ${typeName(value)}`);
  return Number(value < 0n ? value + BigInt(length) : value);
}

/** `target[index]` of Python; a negative index counts from the end. */
export function elementAt(target: ExpressionValue, index: ExpressionValue): ExpressionValue {
  const items = isSequence(target) ? target.items : typeof target === 'string' ? [...target] : null;
  if (items === null) return fail(`${typeName(target)} has no elements`);
  const item = items[position(index, items.length)];
  return item === undefined ? fail(`The index ${toText(index)} is out of range`) : item;
}

/** `target[from:to]` of Python. */
export function sliceOf(
  target: ExpressionValue,
  from: ExpressionValue | undefined,
  to: ExpressionValue | undefined,
): ExpressionValue {
  const clamp = (value: ExpressionValue | undefined, length: number, absent: number): number =>
    value === undefined ? absent : Math.min(Math.max(position(value, length), 0), length);
  const cut = <T>(items: readonly T[]): readonly T[] =>
    items.slice(clamp(from, items.length, 0), clamp(to, items.length, items.length));
  if (typeof target === 'string') return cut([...target]).join('');
  if (isSequence(target)) return { kind: target.kind, items: cut(target.items) };
  return fail(`${typeName(target)} cannot be sliced`);
}
