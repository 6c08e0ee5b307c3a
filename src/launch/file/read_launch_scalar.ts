import { readScalar, type ScalarValue } from '../../parameters/index.js';

const UNDERSCORED =
  /^[-+]?(?:0[0-7_]+|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?)$/;
const BINARY = /^([-+]?)0b([01_]+)$/;
const SEXAGESIMAL = /^([-+]?)([1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
/** Words that are booleans to ROS 2's parser of parameters, but texts to Python's YAML. */
const SINGLE_LETTERS = /^[yYnN]$/;
/** Likewise for numbers: Python's YAML wants a point, and a sign in the exponent. */
const PYTHON_FLOAT =
  /^(?:[-+]?[0-9]+\.[0-9]*(?:[eE][-+][0-9]+)?|\.[0-9]+(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DECIMAL_INTEGER = /^[-+]?(?:0[0-7]*|[1-9][0-9]*|0x[0-9a-fA-F]+)$/;
const NULL = /^(?:~|null|Null|NULL)$/;
const DATE = /^\d{4}-\d\d-\d\d$|^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?/;
const MAPPING = /^[^'"[{#][^#]*?:(?:\s|$)/;

/**
 * Reads a text as YAML in Python does, which differs from ROS 2's parser of parameters: `1_000`, `0b11` and `12:30`
 * are numbers, `y` and `1e3` are texts.
 */
export function readPythonScalar(text: string): ScalarValue {
  const binary = BINARY.exec(text);
  if (binary !== null) return integer(binary[1]!, BigInt(`0b${binary[2]!.replaceAll('_', '')}`));
  const sexagesimal = SEXAGESIMAL.exec(text);
  if (sexagesimal !== null) {
    const parts = sexagesimal[2]!.replaceAll('_', '').split(':');
    return integer(
      sexagesimal[1]!,
      parts.reduce((sum, part) => sum * 60n + BigInt(part), 0n),
    );
  }
  if (text.includes('_') && UNDERSCORED.test(text)) return readScalar(text.replaceAll('_', ''));
  const value = readScalar(text);
  const isText =
    SINGLE_LETTERS.test(text) ||
    (value.type === 'double' && !PYTHON_FLOAT.test(text) && !DECIMAL_INTEGER.test(text));
  return isText ? { type: 'string', value: text } : value;
}

/**
 * Reads a parameter's value without a type: launch reads it as Python does and writes it to a file, which ROS 2's
 * parser reads, so that what is a text to the first may still be a number to the second.
 */
export function readLaunchScalar(text: string): ScalarValue {
  const value = readPythonScalar(text);
  return value.type === 'string' ? readScalar(value.value) : value;
}

function integer(sign: string, magnitude: bigint): ScalarValue {
  return { type: 'integer', value: sign === '-' ? -magnitude : magnitude };
}

/** Whether a text is YAML's null. */
export function isNull(text: string): boolean {
  return NULL.test(text);
}

/** Why launch refuses a text as the value of a parameter, or `undefined`. */
export function whyNoValue(text: string): string | undefined {
  const kind = isNull(text)
    ? 'nothing'
    : DATE.test(text)
      ? 'a date'
      : MAPPING.test(text)
        ? 'a mapping'
        : undefined;
  if (kind === undefined) return undefined;
  return `"${text}" is ${kind} in YAML, which no parameter can be; for a text, add type="str"`;
}
