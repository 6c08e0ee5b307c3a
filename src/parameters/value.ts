/**
 * A ROS 2 parameter value, as in `rcl_interfaces/msg/ParameterValue` without byte arrays, which
 * parameter files cannot express. Integers are 64-bit and therefore `bigint`.
 */
export type ParameterValue =
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bool_array'; readonly value: readonly boolean[] }
  | { readonly type: 'integer_array'; readonly value: readonly bigint[] }
  | { readonly type: 'double_array'; readonly value: readonly number[] }
  | { readonly type: 'string_array'; readonly value: readonly string[] };

/** A {@link ParameterValue} that is not an array. */
export type ScalarValue = Extract<
  ParameterValue,
  { type: 'bool' | 'integer' | 'double' | 'string' }
>;

/** How a scalar was written in YAML. Quoted scalars are always strings; block scalars count as plain. */
export type ScalarStyle = 'plain' | 'quoted';

const TRUE_WORDS = new Set('Y y yes Yes YES true True TRUE on On ON'.split(' '));
const FALSE_WORDS = new Set('N n no No NO false False FALSE off Off OFF'.split(' '));
const DOTTED_SPECIAL = /^([+-]?)\.(inf|Inf|INF|nan|NaN|NAN)$/;
const INTEGER = /^[ \t]*([+-]?)(?:0[xX]([0-9a-fA-F]+)|(0[0-7]*)|([1-9][0-9]*))$/;
const DECIMAL = /^[ \t]*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const HEXADECIMAL = /^[ \t]*([+-]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?[0-9]+))?$/;
const C_SPECIAL = /^[ \t]*([+-]?)(inf|infinity|nan)$/i;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/** The most characters of a number; longer texts would take long to match. */
const LONGEST_NUMBER = 1000;
const SMALLEST_NORMAL = 2.2250738585072014e-308;

function readInteger(text: string): bigint | undefined {
  const match = INTEGER.exec(text);
  if (match === null) return undefined;
  const [, sign, hexadecimal, octal, decimal] = match;
  let magnitude: bigint;
  if (hexadecimal !== undefined) magnitude = BigInt(`0x${hexadecimal}`);
  else if (octal !== undefined) magnitude = BigInt(octal === '0' ? '0' : `0o${octal.slice(1)}`);
  else magnitude = BigInt(decimal!);
  const value = sign === '-' ? -magnitude : magnitude;
  return value < INT64_MIN || value > INT64_MAX ? undefined : value;
}

function readHexadecimalDouble(text: string): number | undefined {
  const match = HEXADECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  if (whole.length + fraction.length > 300) return undefined;
  const magnitude =
    Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

function readDouble(text: string): number | undefined {
  const special = DOTTED_SPECIAL.exec(text) ?? C_SPECIAL.exec(text);
  if (special !== null) {
    if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
    return special[1] === '-' ? -Infinity : Infinity;
  }
  const value = DECIMAL.test(text) ? Number(text) : readHexadecimalDouble(text);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  // C's strtod also reports a range error for values that are too small; they stay strings.
  if (value === 0 ? /[1-9]/.test(text.split(/[eEpP]/)[0]!) : Math.abs(value) < SMALLEST_NORMAL) {
    return undefined;
  }
  return value;
}

/**
 * Reads one YAML scalar as ROS 2's C parser (`rcl_yaml_param_parser`) does: the YAML 1.1 words as booleans, integers
 * as C's `strtol` with base 0 (`0x10`, leading-zero octal), doubles as C's `strtod` plus `.nan` and `.inf`,
 * everything else as strings. As there, out-of-range integers become doubles and out-of-range doubles strings.
 */
export function readScalar(text: string, style: ScalarStyle = 'plain'): ScalarValue {
  if (style === 'quoted' || text.length > LONGEST_NUMBER) return { type: 'string', value: text };
  if (TRUE_WORDS.has(text)) return { type: 'bool', value: true };
  if (FALSE_WORDS.has(text)) return { type: 'bool', value: false };
  const integer = readInteger(text);
  if (integer !== undefined) return { type: 'integer', value: integer };
  const double = readDouble(text);
  if (double !== undefined) return { type: 'double', value: double };
  return { type: 'string', value: text };
}

/** Joins scalars of one type into an array value; `undefined` if there are none or their types differ. */
export function arrayOf(items: readonly ScalarValue[]): ParameterValue | undefined {
  const type = items[0]?.type;
  if (type === undefined || items.some((item) => item.type !== type)) return undefined;
  const values = items.map((item) => item.value);
  return { type: `${type}_array`, value: values } as ParameterValue;
}

/** A double in a form that every YAML reader takes as a double again. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  if (text.includes('e')) return text.includes('.') ? text : text.replace('e', '.0e');
  return text.includes('.') ? text : `${text}.0`;
}

const PLAIN_SAFE = /^[A-Za-z_/~][A-Za-z0-9_/.~-]*$/;
const OTHER_READERS_WORDS = /^(null|~|none|y|n|yes|no|on|off|true|false|inf|infinity|nan)$/i;

function formatString(value: string): string {
  const plain =
    PLAIN_SAFE.test(value) &&
    !OTHER_READERS_WORDS.test(value) &&
    readScalar(value).type === 'string';
  // JSON's escapes are a subset of those of a double-quoted YAML scalar.
  return plain ? value : JSON.stringify(value);
}

function formatScalar(value: boolean | bigint | number | string): string {
  if (typeof value === 'number') return formatDouble(value);
  return typeof value === 'string' ? formatString(value) : String(value);
}

/**
 * The value as YAML on one line: the text after `-p name:=`. `parseParameterValue` reads it back
 * to an equal value of the same type.
 */
export function formatParameterValue(parameter: ParameterValue): string {
  if (!Array.isArray(parameter.value)) {
    return formatScalar(parameter.value as boolean | bigint | number | string);
  }
  return `[${parameter.value.map(formatScalar).join(', ')}]`;
}

/** Whether two values have the same type and content; NaN equals NaN, -0 does not equal 0. */
export function equalParameterValues(a: ParameterValue, b: ParameterValue): boolean {
  return a.type === b.type && formatParameterValue(a) === formatParameterValue(b);
}
