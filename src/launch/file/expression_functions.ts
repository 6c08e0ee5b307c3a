import { pinnedMath } from '../../math/index.js';
import {
  asNumber,
  compare,
  type ExpressionValue,
  fail,
  floatText,
  isSequence,
  type Sequence,
  toText,
  truth,
  typeName,
} from './expression_value.js';

type Callable = (args: readonly ExpressionValue[]) => ExpressionValue;

function toInteger(value: ExpressionValue): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return fail(`int() cannot convert ${floatText(value)}`);
    return BigInt(Math.trunc(value));
  }
  if (typeof value === 'string') {
    const text = value.trim();
    if (/^[+-]?\d+(_\d+)*$/.test(text) && text.length < 5000) {
      return BigInt(text.replace(/_|^\+/g, ''));
    }
    return fail(`int() cannot convert the string "${value}"`);
  }
  return fail(`int() cannot convert ${typeName(value)}`);
}

function toFloat(value: ExpressionValue): number {
  const number = asNumber(value);
  if (number !== undefined) return Number(number);
  if (typeof value !== 'string') return fail(`float() cannot convert ${typeName(value)}`);
  const text = value.trim().replace(/(?<=\d)_(?=\d)/g, '');
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special !== null) {
    if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
    return special[1] === '-' ? -Infinity : Infinity;
  }
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return fail(`float() cannot convert the string "${value}"`);
}

function itemsOf(args: readonly ExpressionValue[], name: string): readonly ExpressionValue[] {
  if (args.length !== 1) return args;
  const only = args[0]!;
  if (isSequence(only)) return only.items;
  if (typeof only === 'string') return [...only];
  return fail(`${name}() needs a list or several values`);
}

function extreme(name: string, operator: string): Callable {
  return (args) => {
    const items = itemsOf(args, name);
    if (items.length === 0) return fail(`${name}() of nothing`);
    return items.reduce((best, item) => (compare(operator, item, best) ? item : best));
  };
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function one(name: string, args: readonly ExpressionValue[]): ExpressionValue {
  if (args.length !== 1) return fail(`${name}() takes one argument, not ${args.length}`);
  return args[0]!;
}

function mathFunction(name: string, apply: (value: number) => ExpressionValue): [string, Callable] {
  return [name, (args) => apply(toFloat(one(name, args)))];
}

function whole(value: number): ExpressionValue {
  return Number.isFinite(value) ? BigInt(value) : fail('Infinity and NaN have no whole part');
}

/** Functions of Python's `math` for which engines give different bits: the pinned implementation, the same everywhere. */
const PINNED = [
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'exp',
  'log',
  'log2',
  'log10',
] as const;

function pinned(name: (typeof PINNED)[number]): [string, Callable] {
  return mathFunction(name, (value) => {
    const result = pinnedMath[name](value);
    const isWrong = Number.isFinite(value) && !Number.isFinite(result);
    return isWrong ? fail(`${name}() is not defined for ${floatText(value)}`) : result;
  });
}

/** Functions with the same result on every machine. */
export const FUNCTIONS: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ['int', (args) => toInteger(one('int', args))],
  ['float', (args) => toFloat(one('float', args))],
  ['str', (args) => toText(one('str', args))],
  ['bool', (args) => truth(one('bool', args))],
  [
    'len',
    (args) => {
      const value = one('len', args);
      if (typeof value === 'string') return BigInt([...value].length);
      return isSequence(value)
        ? BigInt(value.items.length)
        : fail(`${typeName(value)} has no length`);
    },
  ],
  [
    'abs',
    (args) => {
      const value = asNumber(one('abs', args));
      if (value === undefined) return fail('abs() needs a number');
      return value < 0 ? -value : value;
    },
  ],
  [
    'round',
    (args) => {
      const value = asNumber(args[0] ?? null);
      if (value === undefined || args.length !== 1) return fail('round() takes one number');
      return typeof value === 'bigint' ? value : whole(roundHalfEven(value));
    },
  ],
  ['min', extreme('min', '<')],
  ['max', extreme('max', '>')],
  ['any', (args) => itemsOf([one('any', args)], 'any').some(truth)],
  ['all', (args) => itemsOf([one('all', args)], 'all').every(truth)],
  mathFunction('sqrt', (v) => (v < 0 ? fail('sqrt() of a negative number') : Math.sqrt(v))),
  mathFunction('fabs', Math.abs),
  mathFunction('floor', (v) => whole(Math.floor(v))),
  mathFunction('ceil', (v) => whole(Math.ceil(v))),
  mathFunction('radians', (v) => v * (Math.PI / 180)),
  mathFunction('degrees', (v) => v * (180 / Math.PI)),
  ...PINNED.map(pinned),
  [
    'atan2',
    (args) => pinnedMath.atan2(toFloat(args[0] ?? null), toFloat(one('atan2', args.slice(1)))),
  ],
]);

/** The subset of {@link FUNCTIONS} that is also reachable as `math.name`. */
export const MATH_FUNCTIONS = [
  ...['sqrt', 'fabs', 'floor', 'ceil', 'radians', 'degrees', 'atan2'],
  ...PINNED,
];

export const CONSTANTS: ReadonlyMap<string, ExpressionValue> = new Map<string, ExpressionValue>([
  ['True', true],
  ['False', false],
  ['None', null],
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
  ['inf', Infinity],
  ['nan', Number.NaN],
]);

function strip(
  text: string,
  characters: string | undefined,
  ends: 'both' | 'left' | 'right',
): string {
  const drop = (char: string): boolean =>
    characters === undefined ? /\s/.test(char) : characters.includes(char);
  let from = 0;
  let to = text.length;
  while (ends !== 'right' && from < to && drop(text[from]!)) from++;
  while (ends !== 'left' && to > from && drop(text[to - 1]!)) to--;
  return text.slice(from, to);
}

function split(text: string, separator: string | undefined): Sequence {
  if (separator === '') fail('split() needs a separator that is not empty');
  const items = separator === undefined ? text.split(/\s+/).filter(Boolean) : text.split(separator);
  return { kind: 'list', items };
}

type Method = (text: string, args: readonly string[]) => ExpressionValue;

/** Methods of texts; all arguments are texts. The numbers are the allowed argument counts. */
export const METHODS: ReadonlyMap<string, { min: number; max: number; apply: Method }> = new Map(
  Object.entries({
    lower: { min: 0, max: 0, apply: (text) => text.toLowerCase() },
    upper: { min: 0, max: 0, apply: (text) => text.toUpperCase() },
    capitalize: {
      min: 0,
      max: 0,
      apply: (text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
    },
    strip: { min: 0, max: 1, apply: (text, [chars]) => strip(text, chars, 'both') },
    lstrip: { min: 0, max: 1, apply: (text, [chars]) => strip(text, chars, 'left') },
    rstrip: { min: 0, max: 1, apply: (text, [chars]) => strip(text, chars, 'right') },
    startswith: { min: 1, max: 1, apply: (text, [start]) => text.startsWith(start!) },
    endswith: { min: 1, max: 1, apply: (text, [end]) => text.endsWith(end!) },
    replace: { min: 2, max: 2, apply: (text, [from, to]) => text.split(from!).join(to!) },
    split: { min: 0, max: 1, apply: (text, [separator]) => split(text, separator) },
    find: { min: 1, max: 1, apply: (text, [part]) => BigInt(text.indexOf(part!)) },
    count: { min: 1, max: 1, apply: (text, [part]) => BigInt(text.split(part!).length - 1) },
    isdigit: { min: 0, max: 0, apply: (text) => /^\d+$/.test(text) },
  } satisfies Record<string, { min: number; max: number; apply: Method }>),
);

/** Calls one of {@link METHODS}; the number of arguments was checked. */
export function callMethod(
  name: string,
  target: () => ExpressionValue,
  args: readonly (() => ExpressionValue)[],
): ExpressionValue {
  const text = target();
  if (typeof text !== 'string') return fail(`${typeName(text)} has no method ".${name}"`);
  const texts = args.map((arg) => {
    const value = arg();
    return typeof value === 'string' ? value : fail(`".${name}()" takes strings only`);
  });
  return METHODS.get(name)!.apply(text, texts);
}
