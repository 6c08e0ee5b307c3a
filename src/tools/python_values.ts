/** Python's values in filters: comparisons, arithmetic, and access to fields and items. */

export type BinaryOperator = '+' | '-' | '*' | '/' | '//' | '%' | '**';
type Numeric = number | bigint;

export function isNumeric(value: unknown): value is Numeric | boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
}

/** A list or string as an array; undefined if the value is neither. */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return [...value];
  return ArrayBuffer.isView(value) ? Array.from(value as Uint8Array) : undefined;
}

export function isTrue(value: unknown): boolean {
  const list = listOf(value);
  return list === undefined ? Boolean(value) : list.length > 0;
}

function isEqual(a: unknown, b: unknown): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: 1 and 1n are equal, as True and 1 are
  if (isNumeric(a) && isNumeric(b)) return a == b;
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  const [left, right] = [listOf(a), listOf(b)];
  if (left === undefined || right === undefined) return a === b;
  return left.length === right.length && left.every((each, i) => isEqual(each, right[i]));
}

export function compareValues(operator: string, a: unknown, b: unknown): boolean {
  switch (operator) {
    case '==':
      return isEqual(a, b);
    case '!=':
      return !isEqual(a, b);
    case 'is':
      return a === b;
    case 'is not':
      return a !== b;
    case 'in':
      return contains(b, a);
    case 'not in':
      return !contains(b, a);
    default:
      return isOrdered(operator, a, b);
  }
}

function contains(where: unknown, what: unknown): boolean {
  if (typeof where === 'string' && typeof what === 'string') return where.includes(what);
  const list = listOf(where);
  if (list === undefined) throw new Error(`nothing can be "in" ${nameOf(where)}`);
  return list.some((each) => isEqual(each, what));
}

function isOrdered(operator: string, a: unknown, b: unknown): boolean {
  const isPossible =
    (isNumeric(a) && isNumeric(b)) || (typeof a === 'string' && typeof b === 'string');
  if (!isPossible) throw new Error(`"${operator}" does not compare ${nameOf(a)} with ${nameOf(b)}`);
  const [left, right] = [a as Numeric, b as Numeric];
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
}

export function combineValues(operator: BinaryOperator, a: unknown, b: unknown): unknown {
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
  if (!isNumeric(a) || !isNumeric(b)) {
    throw new Error(`"${operator}" cannot be used on ${nameOf(a)} and ${nameOf(b)}`);
  }
  const [x, y] = [typeof a === 'boolean' ? Number(a) : a, typeof b === 'boolean' ? Number(b) : b];
  if ((operator === '/' || operator === '//' || operator === '%') && Number(y) === 0) {
    throw new Error('it divides by zero');
  }
  const hasBig = typeof x === 'bigint' || typeof y === 'bigint';
  const areWhole = [x, y].every((each) => typeof each === 'bigint' || Number.isInteger(each));
  return hasBig && areWhole && operator !== '/' && operator !== '**'
    ? wholeResult(operator, BigInt(x), BigInt(y))
    : result(operator, Number(x), Number(y));
}

function wholeResult(operator: BinaryOperator, x: bigint, y: bigint): bigint {
  if (operator === '+') return x + y;
  if (operator === '-') return x - y;
  if (operator === '*') return x * y;
  // The remainder has the sign of the divisor.
  const remainder = ((x % y) + y) % y;
  return operator === '%' ? remainder : (x - remainder) / y;
}

function result(operator: BinaryOperator, x: number, y: number): number {
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    case '//':
      return Math.floor(x / y);
    case '%':
      return x - y * Math.floor(x / y);
    default:
      return x ** y;
  }
}

/** A field of a message. */
export function attributeOf(value: unknown, name: string): unknown {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, name)) {
    return (value as Record<string, unknown>)[name];
  }
  throw new Error(`${nameOf(value)} has no field "${name}"`);
}

/** An item of a list or string; a negative index counts from its end. */
export function itemOf(value: unknown, index: unknown): unknown {
  const list = listOf(value);
  if (list === undefined || !isNumeric(index)) throw new Error(`${nameOf(value)} has no items`);
  const at = Number(index) < 0 ? list.length + Number(index) : Number(index);
  if (!(at in list)) throw new Error(`a list of ${list.length} has no item ${Number(index)}`);
  return list[at];
}

export function nameOf(value: unknown): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'string') return 'a string';
  if (isNumeric(value)) return 'a number';
  return listOf(value) === undefined ? 'a message' : 'a list';
}
