import { didYouMean } from '../../errors/index.js';
import { readScalar } from '../../parameters/index.js';
import type { AttributeRule } from './grammar.js';

/** A YAML boolean (`true`, `yes`, `on`, `1`…), or `undefined`. */
export function booleanValue(text: string): boolean | undefined {
  const word = text.trim();
  if (word === '1' || word === '0') return word === '1';
  const value = readScalar(word);
  return value.type === 'bool' ? value.value : undefined;
}

/** An `if` or `unless`: `true`/`1` or `false`/`0` in any case, or `undefined`. */
export function conditionValue(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}

const SECONDS = /^\+?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** A number of seconds as whole nanoseconds (rounded half up), or `undefined`. */
export function secondsValue(text: string): number | undefined {
  const match = SECONDS.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  if (whole + fraction === '') return undefined;
  const shift = 9 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (shift > 400 || shift < -400) return undefined;
  const divisor = shift < 0 ? 10n ** BigInt(-shift) : 1n;
  const scaled = shift < 0 ? (digits + divisor / 2n) / divisor : digits * 10n ** BigInt(shift);
  return scaled <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(scaled) : undefined;
}

/** Whole nanoseconds as seconds without loss, e.g. `1.5`. */
export function secondsText(nanoseconds: number): string {
  const text = String(nanoseconds).padStart(10, '0');
  const fraction = text.slice(-9).replace(/0+$/, '');
  return `${text.slice(0, -9)}.${fraction === '' ? '0' : fraction}`;
}

/** The mistake in the final text of an attribute, or `undefined`. */
export function attributeMistake(
  name: string,
  rule: AttributeRule,
  text: string,
): string | undefined {
  if (rule.choices !== undefined && !rule.choices.includes(text.toLowerCase())) {
    const hint = didYouMean(text, rule.choices) || `; use ${rule.choices.join(', ')}`;
    return `"${text}" is not allowed for "${name}"${hint}`;
  }
  if (rule.kind === 'bool' && booleanValue(text) === undefined) {
    return `"${name}" must be true or false, not "${text}".`;
  }
  if (rule.kind === 'seconds' && secondsValue(text) === undefined) {
    return `"${name}" must be a number of seconds that is not negative, not "${text}".`;
  }
  if (rule.kind === 'count' && !/^-?\d{1,9}$/.test(text.trim())) {
    return `"${name}" must be a whole number of at most nine digits, not "${text}".`;
  }
  if (name === 'if' || name === 'unless') {
    if (conditionValue(text) === undefined) {
      return `"${name}" must be true, false, 1 or 0, not "${text}".`;
    }
  }
  return undefined;
}
