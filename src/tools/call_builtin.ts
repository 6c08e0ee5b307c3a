/** Python's built-in functions and string methods that filters can call. */
import {
  combineValues,
  compareValues,
  isNumeric,
  isTrue,
  listOf,
  nameOf,
} from './python_values.js';

const FUNCTIONS: Readonly<Record<string, (...values: readonly unknown[]) => unknown>> = {
  len: (value) => items(value).length,
  abs: (value) => (compareValues('<', value, 0) ? combineValues('-', 0, value) : value),
  min: (...values) => extreme('<', values),
  max: (...values) => extreme('>', values),
  sum: (value) => items(value).reduce((total, each) => combineValues('+', total, each), 0),
  any: (value) => items(value).some(isTrue),
  all: (value) => items(value).every(isTrue),
  bool: isTrue,
  str: String,
  float: (value) => Number(value),
  int: (value) => (typeof value === 'bigint' ? value : Math.trunc(Number(value))),
  round: (value, digits) => rounded(number(value), digits === undefined ? 0 : number(digits)),
};

const METHODS: Readonly<Record<string, (text: string, ...values: readonly string[]) => unknown>> = {
  startswith: (text, start = '') => text.startsWith(start),
  endswith: (text, end = '') => text.endsWith(end),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  strip: (text) => text.trim(),
  find: (text, part = '') => text.indexOf(part),
  count: (text, part = '') => text.split(part).length - 1,
};

function items(value: unknown): readonly unknown[] {
  const list = listOf(value);
  if (list === undefined) throw new Error(`${nameOf(value)} has no items`);
  return list;
}

function number(value: unknown): number {
  if (!isNumeric(value)) throw new Error(`${nameOf(value)} is not a number`);
  return Number(value);
}

function extreme(operator: '<' | '>', values: readonly unknown[]): unknown {
  const list = values.length === 1 ? items(values[0]) : values;
  if (list.length === 0) throw new Error('an empty list has neither a least nor a greatest item');
  return list.reduce((best, each) => (compareValues(operator, each, best) ? each : best));
}

/** Rounds as Python does: halves to the nearest even digit. */
function rounded(value: number, digits: number): number {
  const scaled = value * 10 ** digits;
  const floor = Math.floor(scaled);
  const isHalf = scaled - floor === 0.5;
  return (isHalf ? (floor % 2 === 0 ? floor : floor + 1) : Math.round(scaled)) / 10 ** digits;
}

export function callBuiltin(name: string, values: readonly unknown[]): unknown {
  if (!Object.hasOwn(FUNCTIONS, name)) throw new Error(`there is no function "${name}"`);
  return FUNCTIONS[name]!(...values);
}

export function callMethod(value: unknown, name: string, values: readonly unknown[]): unknown {
  if (typeof value !== 'string' || !Object.hasOwn(METHODS, name)) {
    throw new Error(`${nameOf(value)} has no method "${name}"`);
  }
  return METHODS[name]!(value, ...values.map(String));
}
