/** A list or tuple of Python. */
export interface Sequence {
  readonly kind: 'list' | 'tuple';
  readonly items: readonly ExpressionValue[];
}

/** A value of the Python subset: None, bool, int, float, str, list or tuple. */
export type ExpressionValue = null | boolean | bigint | number | string | Sequence;

/** A mistake in an expression; the message says which. */
export class ExpressionMistake extends Error {}

/** No result may be longer: expressions stay small and cannot exhaust memory. */
const LONGEST_RESULT = 100_000;

export function fail(message: string): never {
  throw new ExpressionMistake(message);
}

export function isSequence(value: ExpressionValue): value is Sequence {
  return typeof value === 'object' && value !== null;
}

/** Python's name of the value's type. */
export function typeName(value: ExpressionValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  return typeof value === 'string' ? 'str' : value.kind;
}

export function truth(value: ExpressionValue): boolean {
  if (isSequence(value)) return value.items.length > 0;
  return Boolean(value);
}

/** Booleans count as 0 and 1 in arithmetic, as in Python. */
export function asNumber(value: ExpressionValue): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

/** A float as Python's `repr` writes it: shortest digits, exponent below 1e-4 and from 1e16. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const exponent = Number(value.toExponential().split('e')[1]);
  if (exponent < -4 || exponent >= 16) {
    const [digits] = value.toExponential().split('e');
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${digits}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  const text = String(value);
  if (text.includes('e')) return value.toFixed(-exponent + significantDigits(value) - 1);
  return text.includes('.') ? text : `${text}.0`;
}

function significantDigits(value: number): number {
  return value.toExponential().split('e')[0]!.replace(/[-.]/g, '').length;
}

function quoteText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replace(/\\/g, '\\\\')
    .replace(/\n/g, '\\n')
    .replace(/\t/g, '\\t')
    .replace(/\r/g, '\\r')
    .replaceAll(quote, `\\${quote}`);
  return quote + escaped + quote;
}

function sequenceText(value: Sequence): string {
  const inner = value.items
    .map((item) => (typeof item === 'string' ? quoteText(item) : toText(item)))
    .join(', ');
  if (value.kind === 'list') return `[${inner}]`;
  return value.items.length === 1 ? `(${inner},)` : `(${inner})`;
}

/** What Python's `str()` makes of the value. */
export function toText(value: ExpressionValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return floatText(value);
  if (isSequence(value)) return sequenceText(value);
  return String(value);
}

function equal(a: ExpressionValue, b: ExpressionValue): boolean {
  const x = asNumber(a);
  const y = asNumber(b);
  // Loose equality compares a bigint with a number exactly, which is what Python does.
  // biome-ignore lint/suspicious/noDoubleEquals: exact comparison of bigint and number
  if (x !== undefined && y !== undefined) return x == y;
  if (isSequence(a) && isSequence(b)) {
    return (
      a.kind === b.kind &&
      a.items.length === b.items.length &&
      a.items.every((item, i) => equal(item, b.items[i]!))
    );
  }
  return a === b;
}

/** Orders numbers or texts; anything else cannot be compared, as in Python. */
function before(a: ExpressionValue, b: ExpressionValue, operator: string): boolean {
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== undefined && y !== undefined) return x < y;
  if (typeof a === 'string' && typeof b === 'string') return a < b;
  return fail(`"${operator}" cannot compare ${typeName(a)} with ${typeName(b)}`);
}

function contains(container: ExpressionValue, item: ExpressionValue): boolean {
  if (typeof container === 'string') {
    if (typeof item === 'string') return container.includes(item);
    return fail(`"in" needs a str on its left side, not ${typeName(item)}`);
  }
  if (isSequence(container)) return container.items.some((each) => equal(each, item));
  return fail(`"in" cannot look inside ${typeName(container)}`);
}

function isNotANumber(value: ExpressionValue): boolean {
  return typeof value === 'number' && Number.isNaN(value);
}

/** Applies a comparison operator of Python, including `in` and `is`. */
export function compare(operator: string, a: ExpressionValue, b: ExpressionValue): boolean {
  const unordered = isNotANumber(a) || isNotANumber(b);
  switch (operator) {
    case '==':
      return equal(a, b);
    case '!=':
      return !equal(a, b);
    case '<':
      return before(a, b, operator);
    case '>':
      return before(b, a, operator);
    case '<=':
      return !before(b, a, operator) && !unordered;
    case '>=':
      return !before(a, b, operator) && !unordered;
    case 'in':
      return contains(b, a);
    case 'not in':
      return !contains(b, a);
    case 'is':
      return typeName(a) === typeName(b) && equal(a, b);
    default:
      return !(typeName(a) === typeName(b) && equal(a, b));
  }
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function floatModulo(a: number, b: number): number {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

function power(a: bigint | number, b: bigint | number): ExpressionValue {
  if (typeof a === 'bigint' && typeof b === 'bigint' && b >= 0n) {
    if (b > 10_000n || a.toString(2).length * Number(b) > 4 * LONGEST_RESULT) {
      return fail('The power is too large');
    }
    return a ** b;
  }
  // Only exponents whose result does not depend on the platform's pow().
  const exponent = Number(b);
  if (exponent === 0.5) return Math.sqrt(Number(a));
  if (!Number.isInteger(exponent) || Math.abs(exponent) > 1024) {
    return fail('"**" is only supported for whole exponents up to 1024 and for 0.5');
  }
  if (exponent < 0 && Number(a) === 0) return fail('Zero cannot be raised to a negative power');
  let result = 1;
  for (let i = Math.abs(exponent); i > 0; i--) result *= Number(a);
  return exponent < 0 ? 1 / result : result;
}

function integerArithmetic(operator: string, a: bigint, b: bigint): ExpressionValue {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (b === 0n) return fail('Division by zero');
  if (operator === '/') return Number(a) / Number(b);
  const quotient = floorDivide(a, b);
  return operator === '//' ? quotient : a - quotient * b;
}

function floatArithmetic(operator: string, a: number, b: number): ExpressionValue {
  if (operator === '+') return a + b;
  if (operator === '-') return a - b;
  if (operator === '*') return a * b;
  if (b === 0) return fail('Division by zero');
  if (operator === '/') return a / b;
  return operator === '//' ? Math.floor(a / b) : floatModulo(a, b);
}

function repeat(value: string | Sequence, times: bigint): ExpressionValue {
  const length = isSequence(value) ? value.items.length : value.length;
  const count = times < 0n ? 0 : Number(times);
  if (count * length > LONGEST_RESULT) return fail('The repeated value is too long');
  if (!isSequence(value)) return value.repeat(count);
  return { kind: value.kind, items: Array.from({ length: count }, () => value.items).flat() };
}

/** Applies `+ - * / // % **` as Python does. */
export function arithmetic(
  operator: string,
  a: ExpressionValue,
  b: ExpressionValue,
): ExpressionValue {
  const x = asNumber(a);
  const y = asNumber(b);
  if (x !== undefined && y !== undefined) {
    if (operator === '**') return power(x, y);
    if (typeof x === 'bigint' && typeof y === 'bigint') return integerArithmetic(operator, x, y);
    return floatArithmetic(operator, Number(x), Number(y));
  }
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') {
    if (a.length + b.length > LONGEST_RESULT) return fail('The text is too long');
    return a + b;
  }
  if (operator === '+' && isSequence(a) && isSequence(b) && a.kind === b.kind) {
    return { kind: a.kind, items: [...a.items, ...b.items] };
  }
  if (operator === '*') {
    if ((typeof a === 'string' || isSequence(a)) && typeof y === 'bigint') return repeat(a, y);
    if ((typeof b === 'string' || isSequence(b)) && typeof x === 'bigint') return repeat(b, x);
  }
  return fail(`"${operator}" cannot combine ${typeName(a)} and ${typeName(b)}`);
}
